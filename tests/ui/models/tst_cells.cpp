// Tables of cells and the confusion matrix: what they show, what their copies hold.
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

#include <cmath>
#include <limits>

#include "ui/models/CellTableModel.h"
#include "ui/models/Cells.h"
#include "ui/models/ConfusionModel.h"

using namespace lockstep::ui;

class TestCells : public QObject {
  Q_OBJECT
 private slots:
  void numbersReadBack() {
    QCOMPARE(exactNumber(0.1), QStringLiteral("0.1"));
    QCOMPARE(exactNumber(1.0 / 3).toDouble(), 1.0 / 3);
    QCOMPARE(exactNumber(std::numeric_limits<double>::quiet_NaN()), QStringLiteral("NaN"));
    QCOMPARE(exactNumber(-std::numeric_limits<double>::infinity()), QStringLiteral("-Infinity"));
    QCOMPARE(numberCell(1.0 / 3).text, QStringLiteral("0.3333"));
    QCOMPARE(countCell(1234567).text, QStringLiteral("1,234,567"));
    QCOMPARE(countCell(1234567).exact, QStringLiteral("1234567"));
    QCOMPARE(percentCell(0.97312345).text, QStringLiteral("97.31 %"));
    QCOMPARE(percentCell(0.97312345).exact, QStringLiteral("0.97312345"));
  }

  void aTableShowsAndCopies() {
    CellTableModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QVERIFY(model.setTable({{QStringLiteral("key"), QStringLiteral("value")},
                            {{Cell{QStringLiteral("loss\twith tab")}, numberCell(2.0 / 3)}, {Cell{QStringLiteral("line\nbreak")}, numberCell(std::nan(""))}}}));
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("0.6667"));
    QCOMPARE(model.index(0, 1).data(Qt::ToolTipRole).toString().toDouble(), 2.0 / 3);
    QVERIFY(model.index(0, 1).data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight);
    QCOMPARE(model.headerData(1, Qt::Horizontal).toString(), QStringLiteral("value"));
    QCOMPARE(tabSeparated(model), QStringLiteral("key\tvalue\nloss with tab\t%1\nline break\tNaN\n").arg(exactNumber(2.0 / 3)));
    // Cells in any order give rows in the model's; only their columns are there.
    QCOMPARE(tabSeparated({model.index(1, 1), model.index(0, 1)}), QStringLiteral("value\n%1\nNaN\n").arg(exactNumber(2.0 / 3)));
    QCOMPARE(tabSeparated(QModelIndexList()), QString());

    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
    QVERIFY(!model.setTable({{QStringLiteral("key"), QStringLiteral("value")}, {{Cell{QStringLiteral("a")}, numberCell(1)}, {Cell{QStringLiteral("b")}, numberCell(2)}}}));
    QCOMPARE(resets.count(), 0);
    QCOMPARE(changes.count(), 1);
    QVERIFY(model.setTable({{QStringLiteral("key")}, {}}));
    QCOMPARE(resets.count(), 1);
    QCOMPARE(model.rowCount(), 0);
  }

  void aConfusionMatrixSaysItInWords() {
    ConfusionModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setMatrix({QStringLiteral("cat"), QStringLiteral("%1 dog"), QStringLiteral("none")}, {{30, 10, 0}, {1, 1999, 0}, {0, 0, 0}});
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.columnCount(), 3);
    QCOMPARE(model.index(1, 1).data().toString(), QStringLiteral("1,999"));
    QCOMPARE(model.index(1, 1).data(exactRole).toString(), QStringLiteral("1999"));
    QCOMPARE(model.index(0, 1).data(ConfusionModel::shareRole).toDouble(), 0.25);
    QVERIFY(std::isnan(model.index(2, 0).data(ConfusionModel::shareRole).toDouble()));
    QCOMPARE(model.inWords(model.index(0, 1)), QStringLiteral("Of 40 sample(s) of class “cat”, 10 (25 %) were taken for “%1 dog”."));
    QCOMPARE(model.inWords(model.index(1, 1)), QStringLiteral("Of 2000 sample(s) of class “%1 dog”, 1,999 (99.95 %) were recognised."));
    QCOMPARE(model.index(2, 1).data(Qt::ToolTipRole).toString(), QStringLiteral("There is no sample of class “none”."));
    QCOMPARE(model.tabSeparated(), QStringLiteral("right \\ predicted\tcat\t%1 dog\tnone\ncat\t30\t10\t0\n%1 dog\t1\t1999\t0\nnone\t0\t0\t0\n"));
    model.setMatrix({}, {});
    QCOMPARE(model.rowCount(), 0);
  }
};

QTEST_MAIN(TestCells)
#include "tst_cells.moc"
