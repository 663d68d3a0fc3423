// Where the page's config comes from and goes to: presets, files, the draft that survives.
#include <QAction>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QSaveFile>
#include <QSettings>
#include <QSplitter>
#include <algorithm>
#include <filesystem>

#include "engine/config/config.h"
#include "tracking/recorder/places.h"
#include "ui/pages/new_run/ConfigDocument.h"
#include "ui/pages/new_run/DraftStore.h"
#include "ui/pages/new_run/NewRunPage.h"
#include "ui/project/ProjectFeed.h"
#include "ui/widgets/MessageBar.h"
#include "ui/widgets/Text.h"

namespace lockstep::ui {

namespace {

QString filter() { return NewRunPage::tr("Configs (*.toml);;All files (*)"); }

QString emptyConfig() {
  return QStringLiteral("# ") + NewRunPage::tr("What is learned from, by which network, and how.") +
         QStringLiteral("\nconfig_version = 1\n\n[data]\ndataset = \"digits\"  # ") + NewRunPage::tr("or kind and path of your own data") +
         QStringLiteral("\nvalidation_fraction = 0.1\n\n[[model.layers]]\ntype = \"Flatten\"\n\n[[model.layers]]\ntype = \"Linear\"\nout_features = 10  # ") +
         NewRunPage::tr("one output a class") + QStringLiteral("\n\n[optimizer]\ntype = \"AdamW\"\n\n[train]\nepochs = 10\n\n[reproducibility]\nseed = 1\n");
}

/// A preset's file is nobody's to write to: it is known by its name.
QString knownPath(const QString& path) {
  const std::filesystem::path file(path.toStdString());
  for (const std::filesystem::path& folder : tracking::preset_folders()) {
    std::error_code error;
    if (!path.isEmpty() && std::filesystem::equivalent(file.parent_path(), folder, error)) return QStringLiteral("preset:") + QFileInfo(path).completeBaseName();
  }
  return path;
}

}  // namespace

void NewRunPage::open(const QString& text, const QString& path) {
  const bool unsaved = m_document->isChanged();
  const QString was = m_document->isFile() ? QFileInfo(m_document->path()).fileName() : m_document->path().mid(7);
  m_document->replace(text, knownPath(path));
  if (!m_document->path().isEmpty()) {
    QString held;
    if (!load(m_document->path(), held) || held != text) m_document->textDocument().setModified(true);
  }
  if (unsaved) {
    m_bar->say(Tone::plain, was.isEmpty() ? tr("The draft that was here had not been saved. Undo brings it back.") : tr("Changes of %1 had not been saved. Undo brings them back.").arg(was), tr("Undo"),
               [this] { m_document->undo(); });
  } else {
    m_bar->clear();
  }
}

bool NewRunPage::load(const QString& file, QString& text) {
  auto loaded = engine::config::load(file.toStdString(), {.preset_folders = tracking::preset_folders()});
  if (!loaded.ok()) {
    text = ui::text(loaded.errors.front().message);
    return false;
  }
  text = QString::fromStdString(loaded.value->text);
  if (loaded.value->text.starts_with("\xEF\xBB\xBF") && !text.startsWith(QChar(0xFEFF))) text.prepend(QChar(0xFEFF));
  return true;
}

void NewRunPage::openFile(const QString& file) {
  const QString absolute = QFileInfo(file).absoluteFilePath();
  QString text;
  if (load(absolute, text)) open(text, absolute);
  else m_bar->say(Tone::bad, tr("%1 was not opened: %2").arg(QDir::toNativeSeparators(absolute), text));
}

void NewRunPage::openPreset(const QString& name) {
  const QString path = QStringLiteral("preset:") + name;
  QString text;
  const bool loaded = load(path, text);
  const bool first = m_document->text().isEmpty() && !m_document->isChanged();
  if (!loaded) m_bar->say(Tone::bad, tr("The preset %1 was not opened: %2").arg(name, text));
  if (first) m_document->begin(loaded ? text : emptyConfig(), loaded ? path : QString());
  else if (loaded) open(text, path);
}

void NewRunPage::newDraft() { open(emptyConfig(), {}); }

void NewRunPage::chooseFile() {
  const QString file = QFileDialog::getOpenFileName(this, tr("Open a config"), QString::fromStdString(m_document->folder().string()), filter());
  if (!file.isEmpty()) openFile(file);
}

void NewRunPage::save() {
  if (m_document->isFile()) saveTo(m_document->path());
  else saveAs();
}

void NewRunPage::saveAs() {
  QString file = QFileDialog::getSaveFileName(this, tr("Save the config"), QString::fromStdString(m_document->sourcePath().string()), filter());
  if (file.isEmpty()) return;
  if (QFileInfo(file).suffix().isEmpty()) file += QStringLiteral(".toml");
  saveTo(file);
}

void NewRunPage::saveTo(const QString& file) {
  QSaveFile out(file);
  const QByteArray bytes = QByteArray::fromStdString(m_document->fileText());
  if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size() || !out.commit()) {
    m_bar->say(Tone::bad, tr("%1 was not written: %2. What it held before is still there, and the text is still here.").arg(QDir::toNativeSeparators(file), out.errorString()));
    return;
  }
  m_document->saved(QFileInfo(file).absoluteFilePath());
  m_drafts->remove();
  m_bar->clear();
}

void NewRunPage::autosave() {
  if (!m_document->isChanged() && !m_document->path().isEmpty()) m_drafts->remove();
  else m_drafts->save({m_document->text(), m_document->path(), m_document->isChanged()});
}

void NewRunPage::saveState(QSettings& settings) const {
  settings.setValue(QStringLiteral("new_run/path"), m_document->path());
  settings.setValue(QStringLiteral("new_run/changed"), m_document->isChanged());
  // What a file or preset holds is read from there again.
  if (m_document->isChanged() || m_document->path().isEmpty()) settings.setValue(QStringLiteral("new_run/text"), m_document->text());
  else settings.remove(QStringLiteral("new_run/text"));
  settings.setValue(QStringLiteral("new_run/view"), static_cast<int>(m_view));
  settings.setValue(QStringLiteral("new_run/splitter"), m_splitter->saveState());
  m_drafts->remove();
}

void NewRunPage::restoreState(QSettings& settings) {
  setView(static_cast<View>(std::clamp(settings.value(QStringLiteral("new_run/view"), 2).toInt(), 0, 2)));
  m_splitter->restoreState(settings.value(QStringLiteral("new_run/splitter")).toByteArray());
  if (const auto draft = m_drafts->load()) {  // a window that did not end in order left it
    m_document->begin(draft->text, draft->path, draft->changed);
    m_bar->say(Tone::plain, tr("The text that was here when the window last ended unexpectedly has been brought back."));
    return;
  }
  if (!settings.contains(QStringLiteral("new_run/path"))) return;
  const QString path = settings.value(QStringLiteral("new_run/path")).toString();
  if (settings.contains(QStringLiteral("new_run/text"))) {
    m_document->begin(settings.value(QStringLiteral("new_run/text")).toString(), path, settings.value(QStringLiteral("new_run/changed")).toBool());
    return;
  }
  QString text;
  if (load(path, text)) m_document->begin(text, path);
  else m_bar->say(Tone::warning, tr("%1, which was open here, was not opened: %2").arg(path, text));
}

}  // namespace lockstep::ui
