#include "ui/pages/new_run/ConfigDocument.h"

#include <QPlainTextDocumentLayout>
#include <QTextCursor>
#include <algorithm>

#include "engine/config/catalog/catalog.h"
#include "engine/config/view.h"
#include "ui/widgets/Text.h"

namespace lockstep::ui {

namespace {

namespace config = engine::config;

constexpr int delayMs = 150;
constexpr QChar byteOrderMark(0xFEFF);

Checked checkText(const std::string& text, const std::filesystem::path& path) {
  Checked out;
  const config::Catalog& catalog = config::catalog();
  const auto read = config::read_toml(text);
  const auto* root = std::get_if<config::Node>(&read);
  if (root != nullptr) out.view = std::make_shared<const config::View>(config::view_of(*root, text, catalog));
  auto outcome = config::check({text, path}, catalog);
  if (outcome.ok()) out.document = std::make_shared<const config::Document>(std::move(*outcome.value));
  out.mistakes = mistakesOf(outcome.errors, text, root);
  return out;
}

}  // namespace

ConfigDocument::ConfigDocument(std::filesystem::path folder, QObject* parent) : QObject(parent), m_folder(std::move(folder)) {
  m_text.setDocumentLayout(new QPlainTextDocumentLayout(&m_text));
  m_delay.setSingleShot(true);
  m_delay.setInterval(delayMs);
  connect(&m_delay, &QTimer::timeout, this, &ConfigDocument::check);
  connect(&m_text, &QTextDocument::contentsChange, this, [this](int, int removed, int added) {
    if (removed > 0 || added > 0) textChanged();
  });
  connect(&m_text, &QTextDocument::modificationChanged, this, &ConfigDocument::pathChanged);
}

QString ConfigDocument::text() const {
  // toPlainText() would turn no-break spaces into spaces.
  return m_text.toRawText().replace(QChar::ParagraphSeparator, QLatin1Char('\n'));
}

std::string ConfigDocument::fileText() const {
  QString out = text();
  if (m_crlf) out.replace(QLatin1Char('\n'), QStringLiteral("\r\n"));
  if (m_mark) out.prepend(byteOrderMark);
  return out.toStdString();
}

bool ConfigDocument::isFile() const { return !m_path.isEmpty() && !m_path.startsWith(QLatin1String("preset:")); }

std::filesystem::path ConfigDocument::sourcePath() const {
  if (isFile()) return std::filesystem::absolute(m_path.toStdString());
  const std::string name = m_path.isEmpty() ? std::string("draft") : m_path.mid(7).toStdString();
  return std::filesystem::absolute(m_folder) / (name + ".toml");
}

void ConfigDocument::rememberLineBreaks(const QString& text) {
  m_crlf = text.contains(QLatin1String("\r\n"));
  m_mark = text.startsWith(byteOrderMark);
}

void ConfigDocument::setText(const QString& text) {
  QString plain = text.startsWith(byteOrderMark) ? text.mid(1) : text;
  plain.replace(QLatin1String("\r\n"), QLatin1String("\n"));
  QTextCursor cursor(&m_text);
  cursor.beginEditBlock();
  cursor.select(QTextCursor::Document);
  cursor.insertText(plain);
  cursor.endEditBlock();
}

void ConfigDocument::begin(const QString& text, const QString& path, bool changed) {
  rememberLineBreaks(text);
  m_openings.clear();
  setText(text);
  m_text.clearUndoRedoStacks();
  m_steps = m_text.availableUndoSteps();
  m_text.setModified(changed);
  setPath(path);
  checkNow();
}

void ConfigDocument::replace(const QString& text, const QString& path) {
  rememberLineBreaks(text);
  setText(text);
  m_openings.push_back({m_text.availableUndoSteps(), m_path, path});
  m_text.setModified(false);
  setPath(path);
  checkNow();
}

void ConfigDocument::saved(const QString& path) {
  m_text.setModified(false);
  setPath(path);
  // From here on the text belongs to this file, however far it is undone.
  m_openings.clear();
  checkNow();
}

void ConfigDocument::setPath(const QString& path) {
  m_path = path;
  emit pathChanged();
}

void ConfigDocument::textChanged() {
  if (!m_travelling) {
    // A change after an undo cuts off what could have been done again, openings too.
    std::erase_if(m_openings, [this](const Opening& opening) { return opening.steps > m_steps; });
  }
  m_steps = m_text.availableUndoSteps();
  ++m_revision;
  m_delay.start(delayMs);
  emit changed();
}

bool ConfigDocument::apply(const QString& field, bool structural, const std::function<std::string(std::string_view)>& edit) {
  const QString before = text();
  const bool merges = !field.isEmpty() && field == m_field && m_fieldRevision == m_revision;
  // A field that was emptied and filled again is as if it had never been empty: its comment is still there.
  if (!merges) m_fieldBefore = before;
  QString after;
  try {
    after = QString::fromStdString(edit(m_fieldBefore.toStdString()));
  } catch (const std::exception&) {
    emit refused(ui::text(std::current_exception()));
    return false;
  }
  const auto [b, a] = std::mismatch(before.cbegin(), before.cend(), after.cbegin(), after.cend());
  if (b == before.cend() && a == after.cend()) return true;
  const auto begin = static_cast<int>(b - before.cbegin());
  qsizetype same = 0;
  while (same < std::min(before.size(), after.size()) - begin && before[before.size() - 1 - same] == after[after.size() - 1 - same]) ++same;
  QTextCursor cursor(&m_text);
  if (merges) cursor.joinPreviousEditBlock();
  else cursor.beginEditBlock();
  cursor.setPosition(begin);
  cursor.setPosition(static_cast<int>(before.size() - same), QTextCursor::KeepAnchor);
  cursor.insertText(after.mid(begin, after.size() - same - begin));
  cursor.endEditBlock();
  m_field = field;
  m_fieldRevision = m_revision;
  if (structural) checkNow();
  return true;
}

void ConfigDocument::travel(const std::function<void()>& step) {
  m_travelling = true;
  step();
  m_travelling = false;
  m_steps = m_text.availableUndoSteps();
  QString path = m_openings.empty() ? m_path : m_openings.front().before;
  for (const Opening& opening : m_openings) {
    if (opening.steps <= m_steps) path = opening.after;
  }
  if (path != m_path) setPath(path);
  checkNow();
}

void ConfigDocument::undo() {
  travel([this] { m_text.undo(); });
}
void ConfigDocument::redo() {
  travel([this] { m_text.redo(); });
}

void ConfigDocument::checkNow() { m_delay.start(0); }

void ConfigDocument::check() {
  m_checking.start([text = text().toStdString(), path = sourcePath()](const std::stop_token&) { return checkText(text, path); },
                   [this, revision = m_revision](Background<Checked>::Outcome outcome) {
                     if (!outcome.value || revision != m_revision) return;  // a newer check is on its way
                     m_checked = std::move(*outcome.value);
                     m_checkedRevision = revision;
                     emit checked();
                   });
}

}  // namespace lockstep::ui
