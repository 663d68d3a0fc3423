#include "ui/pages/results/CodeView.h"

#include <QFontDatabase>
#include <QPainter>
#include <QRegularExpression>
#include <QSyntaxHighlighter>
#include <QTextBlock>

#include "ui/widgets/Theme.h"

namespace lockstep::ui {

/// Colours come from the palette of the moment.
class CodeView::Highlighter final : public QSyntaxHighlighter {
 public:
  Highlighter(CodeView& view, Language language) : QSyntaxHighlighter(view.document()), m_view(view), m_language(language) {}

 protected:
  void highlightBlock(const QString& text) override {
    if (m_language == Language::patch) highlightPatch(text);
    else if (m_language == Language::toml) highlightToml(text);
  }

 private:
  [[nodiscard]] QColor colour(Tone tone) const { return toneColour(tone, m_view.palette()); }

  void highlightPatch(const QString& text) {
    const auto whole = static_cast<int>(text.size());
    QTextCharFormat format;
    if (text.startsWith(u"diff ") || text.startsWith(u"+++ ") || text.startsWith(u"--- ") || text.startsWith(u"index ")) {
      format.setFontWeight(QFont::Bold);
      format.setForeground(colour(Tone::plain));
    } else if (text.startsWith(u"@@")) {
      format.setForeground(colour(Tone::active));
    } else if (text.startsWith(u'+')) {
      format.setForeground(colour(Tone::good));
    } else if (text.startsWith(u'-')) {
      format.setForeground(colour(Tone::bad));
    } else {
      return;
    }
    setFormat(0, whole, format);
  }

  void highlightToml(const QString& text) {
    static const QRegularExpression key(QStringLiteral("^\\s*([A-Za-z0-9_.-]+)\\s*="));
    static const QRegularExpression rest(QStringLiteral("\"(?:[^\"\\\\]|\\\\.)*\"|'[^']*'|#.*$"));
    if (text.trimmed().startsWith(u'[')) {
      QTextCharFormat heading;
      heading.setFontWeight(QFont::Bold);
      setFormat(0, static_cast<int>(text.size()), heading);
    } else if (const auto found = key.match(text); found.hasMatch()) {
      setFormat(static_cast<int>(found.capturedStart(1)), static_cast<int>(found.capturedLength(1)), colour(Tone::active));
    }
    for (auto all = rest.globalMatch(text); all.hasNext();) {
      const auto one = all.next();
      const bool comment = one.captured().startsWith(u'#');
      setFormat(static_cast<int>(one.capturedStart()), static_cast<int>(one.capturedLength()), colour(comment ? Tone::quiet : Tone::good));
    }
  }

  CodeView& m_view;
  Language m_language;
};

class CodeView::Numbers final : public QWidget {
 public:
  explicit Numbers(CodeView& view) : QWidget(&view), m_view(view) {}

 protected:
  void paintEvent(QPaintEvent* event) override {
    QPainter painter(this);
    painter.fillRect(event->rect(), palette().color(QPalette::AlternateBase));
    painter.setFont(m_view.font());
    painter.setPen(toneColour(Tone::quiet, palette()));
    for (QTextBlock block = m_view.firstVisibleBlock(); block.isValid(); block = block.next()) {
      const QRectF at = m_view.blockBoundingGeometry(block).translated(m_view.contentOffset());
      if (at.top() > event->rect().bottom()) break;
      painter.drawText(QRectF(0, at.top(), width() - gridStep, m_view.fontMetrics().height()), Qt::AlignRight, QString::number(block.blockNumber() + 1));
    }
  }

 private:
  CodeView& m_view;
};

CodeView::CodeView(Language language, QWidget* parent)
    : QPlainTextEdit(parent), m_numbers(new Numbers(*this)), m_highlighter(new Highlighter(*this, language)) {
  setReadOnly(true);
  setLineWrapMode(NoWrap);
  setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  fixed.setPointSizeF(font().pointSizeF());
  setFont(fixed);
  setTabChangesFocus(true);
  connect(this, &QPlainTextEdit::blockCountChanged, this, [this] { placeNumbers(); });
  connect(this, &QPlainTextEdit::updateRequest, m_numbers, [this](const QRect&, int) { m_numbers->update(); });
  placeNumbers();
}

void CodeView::setCode(const QString& text) {
  if (text != toPlainText()) setPlainText(text);
}

int CodeView::numbersWidth() const {
  const auto digits = std::max<qsizetype>(2, QString::number(blockCount()).size());
  return 2 * gridStep + static_cast<int>(digits) * fontMetrics().horizontalAdvance(u'9');
}

void CodeView::placeNumbers() {
  setViewportMargins(numbersWidth() + gridStep / 2, 0, 0, 0);
  const QRect inside = contentsRect();
  m_numbers->setGeometry(inside.left(), inside.top(), numbersWidth(), inside.height());
}

void CodeView::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  placeNumbers();
}

void CodeView::changeEvent(QEvent* event) {
  QPlainTextEdit::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && m_highlighter != nullptr) m_highlighter->rehighlight();
  if (event->type() == QEvent::FontChange && m_numbers != nullptr) placeNumbers();
}

}  // namespace lockstep::ui
