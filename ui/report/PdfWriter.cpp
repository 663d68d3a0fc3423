#include "ui/report/PdfWriter.h"

#include <QBuffer>
#include <QGuiApplication>
#include <QHashSeed>
#include <QPageSize>
#include <QPdfWriter>
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "engine/io/atomic_file.h"
#include "tracking/report/format.h"
#include "ui/report/PageFlow.h"
#include "ui/report/PdfBytes.h"
#include "ui/report/PdfChart.h"
#include "ui/report/PdfTable.h"
#include "ui/report/PdfText.h"

namespace lockstep::ui {

namespace report = tracking::report;

namespace {

constexpr double pageWidth = 595 * point, pageHeight = 842 * point, margin = 45 * point, footerRoom = 20 * point;  // A4
constexpr std::size_t sideBySideRuns = 4;

class Layout {
 public:
  Layout(const report::Report& report, PageFlow& flow) : m_words(report.language), m_flow(flow) {
    add(PrintedText(QString::fromStdString(report.title), printFont(22, true), flow.width()), 2 * point);
    add(PrintedText(QString::fromStdString(report.subtitle + " · " + report::time_text(report.time)), printFont(9.5),
                    flow.width(), ink::quiet),
        14 * point);
    for (const report::Section& section : report.sections) {
      m_flow.space(10 * point);
      const PrintedText title(QString::fromStdString(section.title), printFont(14, true), flow.width());
      m_flow.add(
          {title.height() + 5 * point, [title](QPainter& painter, QPointF at) { title.draw(painter, at); }, true});
      addBlocks(section.blocks, report.runs.size() <= sideBySideRuns);
    }
  }

 private:
  /// Line by line: a long text may go on on the next page. `introduces`: its end belongs to what follows.
  void add(const PrintedText& text, double after, bool introduces = false) {
    for (int line = 0; line < text.lineCount(); ++line) {
      // Neither the first line alone at a page's end, nor the last alone on the next.
      const bool last = line == text.lineCount() - 1;
      const bool keep = last ? introduces : line == 0 || line == text.lineCount() - 2;
      m_flow.add(
          {text.lineHeight(), [text, line](QPainter& painter, QPointF at) { text.drawLine(painter, at, line); }, keep});
    }
    m_flow.space(after, introduces);
  }

  void add(const report::Paragraph& block, bool introduces = false) {
    const QString text = signedText(block.sign, block.text);
    if (!block.lead)
      return add(PrintedText(text, printFont(9.5), m_flow.width(), toneInk(block.tone)), 7 * point, introduces);
    const double inset = 12 * point;
    const PrintedText printed(text, printFont(11), m_flow.width() - 2 * inset, ink::text, Qt::AlignLeft,
                              block.sign.empty() ? QColor() : toneInk(block.tone));
    const QColor bar = block.tone == report::Tone::plain ? ink::strongLine : toneInk(block.tone);
    const double height = printed.height() + 14 * point, width = m_flow.width();
    m_flow.add({height, [=](QPainter& painter, QPointF at) {
                  painter.fillRect(QRectF(at, QSizeF(width, height)), ink::panel);
                  painter.fillRect(QRectF(at, QSizeF(3 * point, height)), bar);
                  printed.draw(painter, at + QPointF(inset, 7 * point));
                }});
    m_flow.space(10 * point);
  }

  void add(const report::Facts& block) {
    double labels = 0;
    for (const report::Fact& fact : block.rows)
      labels = std::max(labels, textWidth(QString::fromStdString(fact.label), printFont(9)));
    labels = std::min(labels, m_flow.width() * 0.4) + 16 * point;
    for (const report::Fact& fact : block.rows) addFact(fact, labels);
    m_flow.space(12 * point);
  }

  void addFact(const report::Fact& fact, double labels) {
    const PrintedText label(QString::fromStdString(fact.label), printFont(9), labels - 12 * point, ink::quiet);
    // On paper nothing can be hovered over: a hash stands in full.
    const std::string& text = fact.value.code && !fact.value.exact.empty() ? fact.value.exact : fact.value.text;
    const QColor tone = toneInk(fact.value.tone);
    const bool hasSign = !fact.value.sign.empty();
    const PrintedText value(signedText(fact.value.sign, text), fact.value.code ? fixedFont(9) : printFont(9),
                            m_flow.width() - labels, hasSign ? ink::text : tone, Qt::AlignLeft,
                            hasSign ? tone : QColor());
    constexpr int linesAtOnce = 30;  // a text longer than that (notes) may be cut between pages
    for (int from = 0; from < value.lineCount(); from += linesAtOnce) {
      const int to = std::min(from + linesAtOnce, value.lineCount());
      const bool last = to == value.lineCount();
      const double lines = std::max(value.lineHeight() * (to - from), from == 0 ? label.height() : 0.0),
                   height = lines + (last ? 5 : 0) * point, width = m_flow.width();
      m_flow.add({height, [=](QPainter& painter, QPointF at) {
                    if (from == 0) label.draw(painter, at + QPointF(0, 2 * point));
                    for (int line = from; line < to; ++line)
                      value.drawLine(painter, at + QPointF(labels, 2 * point + value.lineHeight() * (line - from)),
                                     line);
                    if (!last) return;
                    painter.setPen(QPen(ink::line, 0.6 * point));
                    painter.drawLine(at + QPointF(0, height), at + QPointF(width, height));
                  }});
    }
  }

  void add(const report::Table& block) { addTable(block, m_flow); }

  void add(const report::Chart& block) { m_flow.add(chartPiece(block, m_words, m_flow.width())); }

  /// Charts of few curves stand two and two: a whole training on one page.
  void addBlocks(const std::vector<report::Block>& blocks, bool pairCharts) {
    constexpr double between = 18 * point;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const auto* left = std::get_if<report::Chart>(&blocks[i]);
      const auto* right = i + 1 < blocks.size() ? std::get_if<report::Chart>(&blocks[i + 1]) : nullptr;
      if (const auto* paragraph = std::get_if<report::Paragraph>(&blocks[i])) {
        add(*paragraph, i + 1 < blocks.size());
        continue;
      }
      if (!pairCharts || left == nullptr) {
        std::visit([this](const auto& one) { add(one); }, blocks[i]);
        continue;
      }
      const double width = (m_flow.width() - between) / 2;
      const Piece first = chartPiece(*left, m_words, width),
                  second = right != nullptr ? chartPiece(*right, m_words, width) : Piece{};
      if (right != nullptr) ++i;
      m_flow.add({std::max(first.height, second.height), [=](QPainter& painter, QPointF at) {
                    first.draw(painter, at);
                    if (second.draw) second.draw(painter, at + QPointF(width + between, 0));
                  }});
    }
  }

  void add(const report::Code& block) {
    const PrintedText caption(QString::fromStdString(block.caption), printFont(9.5, true), m_flow.width());
    m_flow.add(
        {caption.height() + 3 * point, [caption](QPainter& painter, QPointF at) { caption.draw(painter, at); }, true});
    const QString all = QString::fromStdString(block.text);
    const double inset = 8 * point, width = m_flow.width();
    QStringList lines = all.split(QLatin1Char('\n'));
    if (!lines.isEmpty() && lines.last().isEmpty()) lines.removeLast();
    for (QString& line : lines) {
      const bool diff = block.language == "diff";
      const QColor colour = !diff ? ink::text
                            : line.startsWith(QLatin1String("+++")) || line.startsWith(QLatin1String("---")) ||
                                    line.startsWith(QLatin1String("@@"))
                                ? ink::quiet
                            : line.startsWith(QLatin1Char('+')) ? ink::good
                            : line.startsWith(QLatin1Char('-')) ? ink::bad
                                                                : ink::text;
      const PrintedText text(line.replace(QLatin1Char('\t'), QLatin1String("    ")), fixedFont(8), width - 2 * inset,
                             colour);
      for (int i = 0; i < text.lineCount(); ++i) {
        m_flow.add({text.lineHeight(), [=](QPainter& painter, QPointF at) {
                      painter.fillRect(QRectF(at, QSizeF(width, text.lineHeight() + 0.5 * point)), ink::panel);
                      text.drawLine(painter, at + QPointF(inset, 0), i);
                    }});
      }
    }
    m_flow.space(12 * point);
  }

  report::Words m_words;
  PageFlow& m_flow;
};

/// A program that has no application yet gets one on no display. Glyphs are chosen by the locale's language: a fixed one.
std::unique_ptr<QGuiApplication> applicationForPrinting() {
  static char name[] = "lockstep", option[] = "-platform", platform[] = "offscreen";
  static char* arguments[] = {name, option, platform, nullptr};
  static int count = 3;
  if (QCoreApplication::instance() != nullptr) return nullptr;
  qputenv("LC_ALL", "C.UTF-8");
  // Where there is no session Qt warns of a missing runtime folder, which printing has no use for.
  const QtMessageHandler before = qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});
  auto application = std::make_unique<QGuiApplication>(count, arguments);
  qInstallMessageHandler(before);
  return application;
}

}  // namespace

struct PrintedReport::Parts {
  explicit Parts(const report::Report& of) : report(of), words(of.language), flow({pageWidth - 2 * margin, pageHeight - 2 * margin - footerRoom}) {
    const Layout layout(report, flow);
    pages = flow.pages();
  }
  const report::Report& report;
  report::Words words;
  PageFlow flow;
  std::vector<std::vector<PageFlow::Placed>> pages;
};

PrintedReport::PrintedReport(const report::Report& report) : m_parts(std::make_unique<Parts>(report)) {}
PrintedReport::~PrintedReport() = default;

int PrintedReport::pageCount() const { return static_cast<int>(m_parts->pages.size()); }
QSizeF PrintedReport::pageSize() { return {pageWidth / point, pageHeight / point}; }

void PrintedReport::drawPage(QPainter& painter, int page, double unitsPerPoint) const {
  painter.save();
  painter.scale(unitsPerPoint / point, unitsPerPoint / point);
  for (const PageFlow::Placed& placed : m_parts->pages[static_cast<std::size_t>(page)]) placed.piece->draw(painter, {margin, margin + placed.y});
  const std::string number = m_parts->words("page {page} of {pages}", {{"page", std::to_string(page + 1)}, {"pages", std::to_string(pageCount())}});
  const double y = pageHeight - margin - 8 * point;
  PrintedText(QString::fromStdString(report::shortened(m_parts->report.title, 60)), printFont(8), m_parts->flow.width(), ink::quiet).draw(painter, {margin, y});
  PrintedText(QString::fromStdString(number), printFont(8), m_parts->flow.width(), ink::quiet, Qt::AlignRight).draw(painter, {margin, y});
  painter.restore();
}

QByteArray pdfOf(const report::Report& report) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  {
    QPdfWriter writer(&buffer);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    writer.setTitle(QString::fromStdString(report.title));
    writer.setCreator(QStringLiteral("Lockstep"));
    const PrintedReport printed(report);
    QPainter painter(&writer);
    for (int page = 0; page < printed.pageCount(); ++page) {
      if (page > 0) writer.newPage();
      printed.drawPage(painter, page, writer.resolution() / 72.0);
    }
  }
  nameCharacters(bytes);
  replaceDate(bytes, report.time);
  return bytes;
}

void writePdf(const report::Report& report, const std::filesystem::path& file) {
  const std::unique_ptr<QGuiApplication> application = applicationForPrinting();
  const QByteArray bytes = pdfOf(report);
  engine::io::write_atomically(file, std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

void preparePrinting() { QHashSeed::setDeterministicGlobalSeed(); }

}  // namespace lockstep::ui
