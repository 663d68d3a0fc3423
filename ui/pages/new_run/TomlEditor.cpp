#include "ui/pages/new_run/TomlEditor.h"

#include <QContextMenuEvent>
#include <QFontDatabase>
#include <QHelpEvent>
#include <QMenu>
#include <QPainter>
#include <QRegularExpression>
#include <QSyntaxHighlighter>
#include <QTextBlock>
#include <QToolTip>
#include <algorithm>
#include <memory>
#include <set>

#include "ui/pages/new_run/ConfigDocument.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

/// Colours come from the palette of the moment.
class TomlEditor::Highlighter final : public QSyntaxHighlighter {
 public:
  explicit Highlighter(TomlEditor& editor) : QSyntaxHighlighter(editor.document()), m_editor(editor) {}

 protected:
  void highlightBlock(const QString& text) override {
    static const QRegularExpression key(QStringLiteral("^\\s*([A-Za-z0-9_.\"'-]+)\\s*="));
    static const QRegularExpression header(QStringLiteral("^\\s*\\[[^#]*"));
    static const QRegularExpression rest(QStringLiteral("\"(?:[^\"\\\\]|\\\\.)*\"|'[^']*'|#.*$|\\b(?:true|false)\\b|(?<![\\w.\"])[+-]?\\d[\\d_.eE+-]*"));
    qsizetype from = 0;
    if (const auto heading = header.match(text); heading.hasMatch() && !text.contains(QLatin1Char('='))) {
      QTextCharFormat bold;
      bold.setFontWeight(QFont::Bold);
      setFormat(0, static_cast<int>(heading.capturedLength()), bold);
      from = heading.capturedLength();
    } else if (const auto found = key.match(text); found.hasMatch()) {
      setFormat(static_cast<int>(found.capturedStart(1)), static_cast<int>(found.capturedLength(1)), toneColour(Tone::active, m_editor.palette()));
      from = found.capturedEnd();
    }
    for (auto all = rest.globalMatch(text, from); all.hasNext();) {
      const auto one = all.next();
      const QChar begins = one.captured().front();
      const Tone tone = begins == QLatin1Char('#') ? Tone::quiet : begins == QLatin1Char('"') || begins == QLatin1Char('\'') ? Tone::good : Tone::warning;
      setFormat(static_cast<int>(one.capturedStart()), static_cast<int>(one.capturedLength()), toneColour(tone, m_editor.palette()));
    }
  }

 private:
  TomlEditor& m_editor;
};

class TomlEditor::Numbers final : public QWidget {
 public:
  explicit Numbers(TomlEditor& editor) : QWidget(&editor), m_editor(editor) {}

 protected:
  void paintEvent(QPaintEvent* event) override {
    std::set<int> wrong;
    for (const Mistake& mistake : m_editor.m_mistakes) wrong.insert(mistake.line);
    QPainter painter(this);
    painter.fillRect(event->rect(), palette().color(QPalette::AlternateBase));
    painter.setFont(m_editor.font());
    for (QTextBlock block = m_editor.firstVisibleBlock(); block.isValid(); block = block.next()) {
      const QRectF at = m_editor.blockBoundingGeometry(block).translated(m_editor.contentOffset());
      if (at.top() > event->rect().bottom()) break;
      const int line = block.blockNumber() + 1;
      const bool bad = wrong.contains(line);
      painter.setPen(toneColour(bad ? Tone::bad : Tone::quiet, palette()));
      const int height = m_editor.fontMetrics().height();
      if (bad) painter.drawText(QRectF(gridStep / 2, at.top(), width(), height), Qt::AlignLeft, QStringLiteral("✗"));
      painter.drawText(QRectF(0, at.top(), width() - gridStep, height), Qt::AlignRight, QString::number(line));
    }
  }

 private:
  TomlEditor& m_editor;
};

TomlEditor::TomlEditor(ConfigDocument& document, QWidget* parent) : QPlainTextEdit(parent) {
  setObjectName(QStringLiteral("tomlEditor"));
  setAccessibleName(tr("The config as TOML"));
  QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  fixed.setPointSizeF(font().pointSizeF());
  document.textDocument().setDefaultFont(fixed);
  setDocument(&document.textDocument());
  setFont(fixed);
  setLineWrapMode(NoWrap);
  setTabChangesFocus(true);
  setMinimumWidth(25 * gridStep);
  m_numbers = new Numbers(*this);
  m_highlighter = new Highlighter(*this);
  connect(this, &QPlainTextEdit::blockCountChanged, this, [this] { placeNumbers(); });
  connect(this, &QPlainTextEdit::updateRequest, m_numbers, [this](const QRect&, int) { m_numbers->update(); });
  placeNumbers();
}

void TomlEditor::setHistoryActions(QAction* undo, QAction* redo) {
  m_undo = undo;
  m_redo = redo;
}

void TomlEditor::setMistakes(const std::vector<Mistake>& mistakes) {
  if (mistakes == m_mistakes) return;
  m_mistakes = mistakes;
  drawWaves();
  m_numbers->update();
}

void TomlEditor::drawWaves() {
  QList<QTextEdit::ExtraSelection> waves;
  for (const Mistake& mistake : m_mistakes) {
    if (mistake.begin < 0) continue;
    QTextEdit::ExtraSelection wave;
    wave.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    wave.format.setUnderlineColor(toneColour(Tone::bad, palette()));
    const int last = document()->characterCount() - 1;
    wave.cursor = QTextCursor(document());
    wave.cursor.setPosition(std::min(mistake.begin, last));
    wave.cursor.setPosition(std::min(mistake.end, last), QTextCursor::KeepAnchor);
    waves.push_back(wave);
  }
  setExtraSelections(waves);
}

void TomlEditor::goTo(const Mistake& mistake) {
  if (mistake.begin < 0) return;
  const int last = document()->characterCount() - 1;
  QTextCursor cursor(document());
  cursor.setPosition(std::min(mistake.end, last));
  cursor.setPosition(std::min(mistake.begin, last), QTextCursor::KeepAnchor);
  setTextCursor(cursor);
  centerCursor();
}

const Mistake* TomlEditor::mistakeAt(int position) const {
  const auto found = std::find_if(m_mistakes.begin(), m_mistakes.end(), [position](const Mistake& m) { return m.begin <= position && position <= m.end; });
  return found == m_mistakes.end() ? nullptr : &*found;
}

bool TomlEditor::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const Mistake* mistake = mistakeAt(cursorForPosition(viewport()->mapFrom(this, help->pos())).position());
    if (mistake != nullptr) QToolTip::showText(help->globalPos(), mistake->text, this);
    else QToolTip::hideText();
    return true;
  }
  // Undo and redo are the page's, so that they take the path of the text back too.
  if (event->type() == QEvent::ShortcutOverride) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
      event->ignore();
      return true;
    }
  }
  return QPlainTextEdit::event(event);
}

void TomlEditor::contextMenuEvent(QContextMenuEvent* event) {
  const std::unique_ptr<QMenu> menu(createStandardContextMenu(event->pos()));
  const QList<QAction*> own = menu->actions();
  if (m_undo != nullptr && own.size() > 2) {
    menu->removeAction(own[0]);
    menu->removeAction(own[1]);
    menu->insertActions(own[2], {m_undo, m_redo});
  }
  menu->exec(event->globalPos());
}

int TomlEditor::numbersWidth() const {
  const auto digits = std::max<qsizetype>(3, QString::number(blockCount()).size());
  return 3 * gridStep + static_cast<int>(digits) * fontMetrics().horizontalAdvance(QLatin1Char('9'));
}

void TomlEditor::placeNumbers() {
  setViewportMargins(numbersWidth() + gridStep / 2, 0, 0, 0);
  const QRect inside = contentsRect();
  m_numbers->setGeometry(inside.left(), inside.top(), numbersWidth(), inside.height());
}

void TomlEditor::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  placeNumbers();
}

void TomlEditor::changeEvent(QEvent* event) {
  QPlainTextEdit::changeEvent(event);
  if (event->type() != QEvent::PaletteChange || m_highlighter == nullptr) return;
  m_highlighter->rehighlight();
  drawWaves();
}

}  // namespace lockstep::ui
