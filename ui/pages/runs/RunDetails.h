// Beside the table: name, tags and notes of the selected runs, saved as they are written.
#pragma once

#include <QStringList>
#include <QTimer>
#include <QWidget>
#include <string>
#include <vector>

class QLabel;
class QLineEdit;
class QPlainTextEdit;

namespace lockstep::tracking {
struct RunEdit;
}

namespace lockstep::ui {

class ProjectFeed;

class RunDetails : public QWidget {
  Q_OBJECT

 public:
  explicit RunDetails(ProjectFeed& feed, QWidget* parent = nullptr);
  ~RunDetails() override;

  /// What was written about the runs before is saved first.
  void setRuns(const std::vector<std::string>& ids);
  /// After the list of runs changed. What is being written stays.
  void refresh();
  void takeFocus();

 signals:
  void failed(const QString& message);

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  void save();
  void saveTags();
  void saveNotes();
  [[nodiscard]] QStringList commonTags() const;

  ProjectFeed& m_feed;
  std::vector<std::string> m_ids;
  QLabel* m_title;
  QLabel* m_id;
  QLineEdit* m_tags;
  QPlainTextEdit* m_notes;
  QLabel* m_notesHint;
  QTimer m_pause;
};

}  // namespace lockstep::ui
