// The line that a filter is typed into, how many runs it leaves, and what is wrong with it.
#pragma once

#include <QTimer>
#include <QWidget>

#include "ui/models/RunFilter.h"
#include "ui/widgets/Theme.h"

class QLabel;
class QLineEdit;

namespace lockstep::ui {

class RunTableModel;

class FilterBar : public QWidget {
  Q_OBJECT

 public:
  explicit FilterBar(const RunTableModel& runs, QWidget* parent = nullptr);

  [[nodiscard]] QString text() const;
  void setText(const QString& text);
  /// Types on, as the keyboard would.
  void type(const QString& text);
  /// The line itself, for the header of the page.
  [[nodiscard]] QWidget* line() const;
  /// Tells whether the keys that the filter asks for are known by now.
  void checkKeys();

 signals:
  /// Of what stands before a mistake, when there is one.
  void filterChanged(const lockstep::ui::RunFilter& filter);
  /// The keyboard wants back to the table.
  void left();

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void read();
  void tell();
  void say(Tone tone, const QString& words);
  [[nodiscard]] QString unknownKey() const;

  const RunTableModel& m_runs;
  QLineEdit* m_line;
  QLabel* m_message;
  QTimer m_pause;  ///< a half typed condition is no mistake yet
  RunFilter m_filter;
  QString m_error;
  Tone m_tone = Tone::plain;
};

}  // namespace lockstep::ui
