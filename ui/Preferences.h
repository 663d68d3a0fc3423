// What a person has chosen for all projects: theme, language, recent projects. Kept in the platform's settings.
#pragma once

#include <QString>
#include <QStringList>

class QApplication;

namespace lockstep::ui {

struct Preferences {
  QString theme = QStringLiteral("system");     ///< "system", "light", "dark"
  QString language = QStringLiteral("system");  ///< "system", "en", "zh_CN"
  QStringList recent;                           ///< folders of projects, the last one first

  [[nodiscard]] static Preferences load();
  void save() const;
  void addRecent(const QString& project);
};

/// Puts the theme in force; "system" is what the platform's palette was when the program began.
void applyTheme(QApplication& application, const QString& theme);
/// Puts the language in force for texts that are made from now on, Qt's own too.
void applyLanguage(QApplication& application, const QString& language);

}  // namespace lockstep::ui
