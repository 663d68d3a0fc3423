#include "ui/pages/report/ReportDialog.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <algorithm>

#include "tracking/report/writers.h"
#include "ui/project/ProjectFeed.h"
#include "ui/report/PdfWriter.h"
#include "ui/widgets/Actions.h"
#include "ui/widgets/MessageBar.h"
#include "ui/widgets/Text.h"

namespace lockstep::ui {

namespace {

namespace report = tracking::report;

constexpr double pageWidth = 640;  ///< on the screen
constexpr int mostPages = 30;

QImage pictureOf(const PrintedReport& printed, int page, double ratio) {
  const double scale = pageWidth / PrintedReport::pageSize().width();
  QImage image((PrintedReport::pageSize() * scale * ratio).toSize(), QImage::Format_RGB32);
  image.setDevicePixelRatio(ratio);
  image.fill(Qt::white);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  printed.drawPage(painter, page, scale);
  return image;
}

}  // namespace

ReportDialog::ReportDialog(PageContext context, const QStringList& runs, QWidget* parent) : QDialog(parent), m_context(context) {
  setObjectName(QStringLiteral("reportDialog"));
  setWindowTitle(tr("Report"));
  setAttribute(Qt::WA_DeleteOnClose);
  for (const QString& run : runs) m_runs.push_back(run.toStdString());
  build();
  resize(92 * gridStep, 100 * gridStep);
  compute();
}

void ReportDialog::build() {
  auto* rows = new QVBoxLayout(this);
  auto* controls = new QHBoxLayout;
  m_language = new QComboBox(this);
  m_language->setObjectName(QStringLiteral("reportLanguage"));
  m_language->setAccessibleName(tr("The report's language"));
  m_language->addItems({QStringLiteral("English"), QStringLiteral("简体中文")});
  // The window's own language, as its texts show: the word for it is the same in no two of them.
  m_language->setCurrentIndex(tr("en", "the language that these texts are in: en or zh_CN") == QLatin1String("zh_CN") ? 1 : 0);
  m_format = new QComboBox(this);
  m_format->setObjectName(QStringLiteral("reportFormat"));
  m_format->setAccessibleName(tr("Format"));
  for (const auto& [name, ending] : {std::pair{tr("HTML, one file"), "html"}, {tr("PDF"), "pdf"}, {tr("Markdown"), "md"}, {tr("LaTeX tables"), "tex"}, {tr("CSV, all points"), "csv"}, {tr("JSON"), "json"}})
    m_format->addItem(name, QString::fromLatin1(ending));
  m_save = ui::addAction(*this, QStringLiteral("saveReport"), tr("Save the report…"), QKeySequence::Save, [this] { chooseFile(); });
  controls->addWidget(m_language);
  controls->addWidget(m_format);
  controls->addStretch();
  controls->addWidget(buttonFor(*m_save, this, QStringLiteral("save")));
  rows->addLayout(controls);
  m_bar = new MessageBar(this);
  rows->addWidget(m_bar);
  m_state = new QLabel(this);
  m_state->setObjectName(QStringLiteral("reportState"));
  m_state->setWordWrap(true);
  rows->addWidget(m_state);
  m_scroll = new QScrollArea(this);
  m_scroll->setObjectName(QStringLiteral("reportPreview"));
  m_scroll->setAccessibleName(tr("The report's pages"));
  m_scroll->setWidgetResizable(true);
  auto* paper = new QWidget(m_scroll);
  paper->setBackgroundRole(QPalette::Mid);
  m_pages = new QVBoxLayout(paper);
  m_pages->setSpacing(2 * gridStep);
  m_scroll->setWidget(paper);
  rows->addWidget(m_scroll, 1);
  connect(m_language, &QComboBox::currentIndexChanged, this, &ReportDialog::compute);
}

void ReportDialog::compute() {
  m_state->setText(tr("Putting the report together…"));
  m_state->show();
  ui::setEnabled(*m_save, false, tr("The report is not there yet."));
  const auto language = m_language->currentIndex() == 1 ? report::Language::chinese : report::Language::english;
  m_work.start(
      [folder = m_context.feed.folder(), runs = m_runs, language, ratio = devicePixelRatioF()](const std::stop_token& stop) {
        const tracking::Project project(folder);
        Preview out;
        out.report = std::make_shared<const report::Report>(report::build_report(project, runs, language));
        const PrintedReport printed(*out.report);
        out.count = printed.pageCount();
        for (int page = 0; page < std::min(out.count, mostPages) && !stop.stop_requested(); ++page) out.pages.push_back(pictureOf(printed, page, ratio));
        return out;
      },
      [this](const Background<Preview>::Outcome& outcome) {
        if (outcome.value) showPreview(*outcome.value);
        else m_state->setText(tr("The report can't be made: %1").arg(text(outcome.error)));
      });
}

void ReportDialog::showPreview(const Preview& preview) {
  m_report = preview.report;
  while (QLayoutItem* item = m_pages->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  for (std::size_t i = 0; i < preview.pages.size(); ++i) {
    auto* page = new QLabel(m_scroll->widget());
    page->setObjectName(QStringLiteral("reportPage%1").arg(i + 1));
    page->setAccessibleName(tr("Page %1 of %2").arg(i + 1).arg(preview.count));
    page->setPixmap(QPixmap::fromImage(preview.pages[i]));
    m_pages->addWidget(page, 0, Qt::AlignHCenter);
  }
  const int more = preview.count - static_cast<int>(preview.pages.size());
  m_state->setText(tr("%n page(s) more are in the file.", nullptr, more));
  m_state->setVisible(more > 0);
  ui::setEnabled(*m_save, true);
}

void ReportDialog::chooseFile() {
  const QString ending = m_format->currentData().toString();
  const QString name = QDir::home().filePath(QStringLiteral("report.%1").arg(ending));
  const QString file = QFileDialog::getSaveFileName(this, tr("Save the report"), name, QStringLiteral("*.%1").arg(ending));
  if (!file.isEmpty()) saveTo(file);
}

void ReportDialog::saveTo(const QString& file) {
  if (!m_report) return;
  ui::setEnabled(*m_save, false, tr("The report is being written."));
  m_writing.start(
      [folder = m_context.feed.folder(), report = m_report, path = std::filesystem::path(file.toStdString())](const std::stop_token&) {
        const report::Format format = report::format_of(path);
        if (format == report::Format::pdf) writePdf(*report, path);
        else report::write_report(tracking::Project(folder), *report, format, path);
        return true;
      },
      [this, file](const Background<bool>::Outcome& outcome) {
        ui::setEnabled(*m_save, true);
        if (outcome.value) m_bar->say(Tone::good, tr("The report is in %1").arg(file));
        else m_bar->say(Tone::bad, tr("The report was not written: %1").arg(text(outcome.error)));
      });
}

void openReport(PageContext context, const QStringList& runs, QWidget* parent) { (new ReportDialog(context, runs, parent))->show(); }

}  // namespace lockstep::ui
