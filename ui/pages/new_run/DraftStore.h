// The text that is not saved anywhere, kept in the user's settings folder so that a crash loses at most half a minute of it.
#pragma once

#include <QString>
#include <optional>

namespace lockstep::ui {

struct Draft {
  QString text;
  QString path;  ///< of ConfigDocument
  bool changed = true;
};

class DraftStore {
 public:
  /// One a project: several windows don't write over each other's.
  explicit DraftStore(const QString& project);
  /// Written whole or not at all. Returns whether it was.
  bool save(const Draft& draft) const;
  /// What a window left that did not end in order; nothing else.
  [[nodiscard]] std::optional<Draft> load() const;
  void remove() const;
  [[nodiscard]] const QString& file() const { return m_file; }

 private:
  QString m_file;
};

}  // namespace lockstep::ui
