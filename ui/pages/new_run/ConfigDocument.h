// The config that is being written: one text, which the editor and the form both edit, with one history for undo, checked off
// the GUI thread soon after each change.
#pragma once

#include <QObject>
#include <QTextDocument>
#include <QTimer>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ui/pages/new_run/Mistake.h"
#include "ui/widgets/Background.h"

namespace lockstep::engine::config {
class Document;
struct View;
}  // namespace lockstep::engine::config

namespace lockstep::ui {

/// What came of a check. Immutable.
struct Checked {
  std::shared_ptr<const engine::config::View> view;          ///< null: the text is not TOML
  std::shared_ptr<const engine::config::Document> document;  ///< null: there are mistakes
  std::vector<Mistake> mistakes;
};

class ConfigDocument : public QObject {
  Q_OBJECT

 public:
  /// `folder`: the project's, in which what is no file counts as lying.
  explicit ConfigDocument(std::filesystem::path folder, QObject* parent = nullptr);

  [[nodiscard]] QTextDocument& textDocument() { return m_text; }
  /// With "\n" between lines, whatever the file has.
  [[nodiscard]] QString text() const;
  /// As it is written to a file: with its line breaks and its byte order mark.
  [[nodiscard]] std::string fileText() const;

  /// A file, "preset:NAME", or empty for a draft.
  [[nodiscard]] const QString& path() const { return m_path; }
  [[nodiscard]] bool isFile() const;
  /// Where relative paths in the text start.
  [[nodiscard]] std::filesystem::path sourcePath() const;
  [[nodiscard]] std::filesystem::path folder() const { return sourcePath().parent_path(); }
  [[nodiscard]] bool isChanged() const { return m_text.isModified(); }

  /// Begins with this text: there is nothing before it to go back to.
  void begin(const QString& text, const QString& path, bool changed = false);
  /// Puts another text in the place of this one; undo brings the old one back, and its path.
  void replace(const QString& text, const QString& path);
  /// The text is now what this file holds.
  void saved(const QString& path);

  /// Changes the text by as little as possible. Changes of the same `field`, one after another, are one step of undo.
  /// `structural`: worth a check at once. Returns false and says `refused` where `edit` throws.
  bool apply(const QString& field, bool structural, const std::function<std::string(std::string_view)>& edit);

  void undo();
  void redo();
  void checkNow();
  /// Whether the newest text has been checked.
  [[nodiscard]] bool isChecked() const { return m_checkedRevision == m_revision; }
  /// Of the newest text that was; see isChecked().
  [[nodiscard]] const Checked& lastChecked() const { return m_checked; }

 signals:
  void changed();
  void checked();
  void pathChanged();
  void refused(const QString& reason);

 private:
  /// The path belongs to the text, and so to its history.
  struct Opening {
    int steps = 0;  ///< of undo, from which on it holds
    QString before;
    QString after;
  };

  void textChanged();
  void setText(const QString& text);
  void travel(const std::function<void()>& step);
  void setPath(const QString& path);
  void rememberLineBreaks(const QString& text);
  void check();

  std::filesystem::path m_folder;
  QTextDocument m_text;
  QString m_path;
  bool m_crlf = false;
  bool m_mark = false;
  std::vector<Opening> m_openings;
  int m_steps = 0;
  int m_revision = 0;        ///< of the text, counting its changes
  bool m_travelling = false;
  QString m_field;           ///< what apply() changed last
  QString m_fieldBefore;     ///< the text before the first of its changes
  int m_fieldRevision = -1;  ///< and what the text's revision was then
  QTimer m_delay;
  Checked m_checked;
  int m_checkedRevision = -1;
  Background<Checked> m_checking;  // last: what it calls uses the others
};

}  // namespace lockstep::ui
