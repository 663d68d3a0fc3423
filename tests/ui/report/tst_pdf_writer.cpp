// The PDF: the same bytes twice, a sound structure, fonts inside, Chinese text that can be found, curves as vectors.
#include <zlib.h>
#include <QGuiApplication>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QtTest>
#include <cmath>

#include "ui/report/PdfWriter.h"

using namespace lockstep::tracking;
using namespace lockstep::tracking::report;

namespace {

Report sample(Language language, int rows) {
  Report report;
  report.language = language;
  report.title = language == Language::chinese ? "比较：数字识别" : "digits-mlp";
  report.subtitle = "Run 20261130-230339-a31c";
  report.time = 1796093606900;  // 2026-12-01T02:53:26.900Z
  Table table{"Metrics", {{"Metric"}, {"Last", Align::right, {}}}, {}};
  for (int i = 0; i < rows; ++i)
    table.rows.push_back({{.text = "val/metric" + std::to_string(i)},
                          {.text = std::to_string(i * 0.25), .tone = i % 2 == 0 ? Tone::plain : Tone::bad}});
  Chart chart{.title = "Loss", .description = {}, .x_title = "step", .y_title = "Loss", .bands = {}, .curves = {}};
  chart.x_high = 500;
  Curve curve{.label = "train/loss", .run = "1", .key = "train/loss", .points = 500, .x = {}, .y = {}};
  for (int i = 1; i <= 500; ++i)
    curve.x.push_back(i), curve.y.push_back(i % 100 == 0 ? std::nan("") : std::sin(i * 0.1));
  chart.curves.push_back(curve);
  report.sections = {{"summary",
                      "Summary",
                      {Paragraph{"Finished after 1,200 steps", Tone::good, true, "✓"},
                       Facts{{{"Run", {.text = "a31c", .exact = "a31c56", .code = true}}}}}},
                     {"curves", "Curves", {chart, chart}},
                     {"results", "Results", {std::move(table)}},
                     {"code", "Code", {Code{"Patch", "diff", "+one\n-two\n  three\t四\n"}}}};
  return report;
}

/// Every deflated stream, inflated.
QByteArray contents(const QByteArray& pdf) {
  QByteArray out;
  for (qsizetype at = 0; (at = pdf.indexOf("stream\n", at)) >= 0;) {
    at += 7;
    const qsizetype end = pdf.indexOf("endstream", at);
    QByteArray plain(1 << 22, Qt::Uninitialized);
    uLongf size = static_cast<uLongf>(plain.size());
    if (uncompress(reinterpret_cast<Bytef*>(plain.data()), &size, reinterpret_cast<const Bytef*>(pdf.constData() + at),
                   static_cast<uLong>(end - at)) == Z_OK)
      out += plain.left(static_cast<qsizetype>(size)) + '\n';
    at = end;
  }
  return out;
}

}  // namespace

class TestPdfWriter : public QObject {
  Q_OBJECT

 private slots:
  void the_same_bytes_twice_and_elsewhere() {
    const Report report = sample(Language::chinese, 30);
    const QByteArray once = lockstep::ui::pdfOf(report);
    QCOMPARE(lockstep::ui::pdfOf(report), once);
    QTest::qWait(1100);  // the wall clock's second is another
    for (const char* zone : {"Asia/Tokyo", "America/St_Johns", "UTC"}) {
      qputenv("TZ", zone);
      tzset();
      QVERIFY2(lockstep::ui::pdfOf(report) == once, zone);
    }
    qunsetenv("TZ");
    tzset();
    QVERIFY(once.contains("/CreationDate (D:20261201025326Z)"));
  }

  void every_object_is_where_the_table_says() {
    qputenv("TZ", "Asia/Kolkata");  // the date is longer there
    tzset();
    const QByteArray pdf = lockstep::ui::pdfOf(sample(Language::english, 30));
    qunsetenv("TZ");
    tzset();
    QVERIFY(pdf.startsWith("%PDF-1."));
    const qsizetype start = pdf.lastIndexOf("startxref\n");
    const qsizetype xref = pdf.mid(start + 10).split('\n').first().toLongLong();
    QVERIFY(pdf.mid(xref, 5) == "xref\n");
    const QList<QByteArray> lines = pdf.mid(xref).split('\n');
    const int count = lines[1].split(' ')[1].toInt();
    QVERIFY(count > 10);
    for (int i = 1; i < count; ++i) {
      const qsizetype offset = lines[i + 2].left(10).toLongLong();
      const QByteArray expected = QByteArray::number(i) + " 0 obj";
      QCOMPARE(pdf.mid(offset, expected.size()), expected);
    }
  }

  void long_tables_take_pages() {
    const auto pages = [](const QByteArray& pdf) { return pdf.count("/Type /Page\n"); };
    QCOMPARE(pages(lockstep::ui::pdfOf(sample(Language::english, 3))), 1);
    QCOMPARE(pages(lockstep::ui::pdfOf(sample(Language::english, 200))), 6);
  }

  void fonts_are_inside_and_texts_can_be_read() {
    const QByteArray pdf = lockstep::ui::pdfOf(sample(Language::chinese, 3));
    QVERIFY(pdf.count("/FontFile2") >= 2);
    QVERIFY(pdf.count("/ToUnicode") >= 2);
    const QString tool = QStandardPaths::findExecutable(QStringLiteral("pdftotext"));
    if (tool.isEmpty()) {
      // Without the tool: the characters stand in the maps from glyphs to Unicode.
      const QByteArray maps = contents(pdf).toUpper();
      for (const char* character : {"6BD4", "8F83", "6570", "5B57"}) QVERIFY2(maps.contains(character), character);
      return;
    }
    QProcess process;
    process.start(tool, {"-", "-"});
    process.write(pdf);
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished(30000));
    const QString text = QString::fromUtf8(process.readAllStandardOutput());
    for (const char* expected :
         {"比较：数字识别", "Finished after 1,200 steps", "val/metric2", "第 1 页，共 1 页", "a31c56", "四"})
      QVERIFY2(text.contains(QString::fromUtf8(expected)), qPrintable(text));
  }

  void curves_are_vectors() {
    const QByteArray pdf = lockstep::ui::pdfOf(sample(Language::english, 3));
    QVERIFY(!pdf.contains("/Subtype /Image"));
    const QByteArray drawn = contents(pdf);
    QVERIFY2(drawn.count(" l\n") > 900,
             qPrintable(QString::number(drawn.count(" l\n"))));  // two charts of 500 points less gaps
  }
};

// The seed of hashes must be set before anything is hashed.
int main(int argc, char** argv) {
  lockstep::ui::preparePrinting();
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QGuiApplication application(argc, argv);
  TestPdfWriter test;
  return QTest::qExec(&test, argc, argv);
}
#include "tst_pdf_writer.moc"
