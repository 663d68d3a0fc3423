// The form: one box a section of the schema's table, made from that table alone.
#pragma once

#include <QPointer>
#include <QScrollArea>
#include <QTimer>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ui/pages/new_run/FormContext.h"

class QLabel;
class QVBoxLayout;

namespace lockstep::ui {

class SectionBox;
struct Checked;

class SchemaForm : public QWidget {
  Q_OBJECT

 public:
  explicit SchemaForm(ConfigDocument& document, QWidget* parent = nullptr);
  /// What a check found. Without a view (the text is no TOML) the form waits, with what was last there.
  void present(const Checked& checked, const std::vector<Mistake>& further);
  /// Values that hold where nothing is written; empty where they are not known.
  void setResolved(std::map<std::string, engine::schema::Value> resolved);
  /// Words below a field; empty: none.
  void setNote(const std::string& key, const QString& words);
  void setOffer(const std::string& key, std::vector<engine::config::Choice> choices);
  /// Brings the field into view and gives it the keyboard. Returns whether there is one.
  bool goTo(const std::string& key);

  void moveCurrent(int by);
  void duplicateCurrent();
  void removeCurrent();
  void addLayer();

 signals:
  void placeWanted(const lockstep::ui::Mistake& mistake);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void refresh();
  void reveal(QWidget* part);
  void orderTabs();
  void showTop();
  [[nodiscard]] QWidget* inputOf(const std::string& key) const;

  FormContext m_context;
  std::shared_ptr<const engine::config::View> m_view;
  std::vector<SectionBox*> m_boxes;
  std::vector<Mistake> m_homeless;  ///< mistakes that belong to no field
  QLabel* m_top;
  QLabel* m_helpTitle;
  QLabel* m_help;
  QScrollArea* m_scroll;
  QWidget* m_content;
  QVBoxLayout* m_layout;
  std::vector<QWidget*> m_tabs;  ///< what takes the keyboard, from top to bottom
  QPointer<QWidget> m_revealed;
  QTimer m_revealing;  ///< how long
  bool m_refreshing = false;
};

}  // namespace lockstep::ui
