// The page on a project of its own, as a person has it before them.
#pragma once

#include <QtTest>

#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTemporaryDir>
#include <QToolButton>
#include <memory>

#include "ui/pages/new_run/ConfigDocument.h"
#include "ui/pages/new_run/NewRunPage.h"
#include "ui/project/ProjectFeed.h"
#include "ui/project/Sessions.h"

namespace lockstep::ui {

/// Resources of the checkout; settings and drafts away from the user's own.
void prepareEnvironment();

class Desk {
 public:
  Desk();
  ~Desk();
  /// The document with this text, checked.
  void setText(const QString& text);
  void waitForCheck();
  /// Until the plan of a text without mistakes is there.
  void waitForPlan();
  [[nodiscard]] QString text() const { return document().text(); }
  [[nodiscard]] ConfigDocument& document() const { return *page->findChild<ConfigDocument*>(); }
  [[nodiscard]] QPlainTextEdit* editor() const { return find<QPlainTextEdit>("tomlEditor"); }
  template <class T = QWidget>
  [[nodiscard]] T* find(const std::string& name) const {
    return page->findChild<T*>(QString::fromStdString(name));
  }
  /// What stands under a field; empty when nothing does.
  [[nodiscard]] QString errorOf(const std::string& key) const;
  void type(const std::string& key, const QString& text);
  void click(const std::string& name);
  void chooseIn(const std::string& key, const QString& value);
  /// Saves a picture where LOCKSTEP_SCREENSHOTS names a folder.
  void picture(const QString& name);

  QTemporaryDir folder;
  std::unique_ptr<ProjectFeed> feed;
  std::unique_ptr<Sessions> sessions;
  std::unique_ptr<NewRunPage> page;
};

}  // namespace lockstep::ui
