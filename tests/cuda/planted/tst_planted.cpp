// Faults that are planted in kernels are found, in every order of threads; kernels without one are let pass. Built twice: as
// the emulator is, and with every load and store looked at.
#include <QtTest>

#include "tests/cuda/emulator/emulator.h"
#include "tests/cuda/planted/planted_faults.h"
#if defined(LOCKSTEP_CHECKED)
#include "tests/cuda/emulator/checker.h"
#endif

using namespace lockstep::emulator;

class TestPlanted : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
#if defined(LOCKSTEP_CHECKED)
    start_checking();
#endif
  }

  void faultsAreFoundAndNothingElse_data() {
    QTest::addColumn<int>("number");
    QTest::addColumn<Order>("order");
    const std::vector<Planted> all = planted_faults();
    const std::pair<const char*, Order> orders[] = {{"forward", Order::forward}, {"reverse", Order::reverse}, {"random", Order::random}};
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].needs_checker && !checked) continue;
      if (QByteArray(all[i].name) == "past a shared array" && ends_sooner) continue;
      for (const auto& [name, order] : orders) QTest::addRow("%s, %s", all[i].name, name) << static_cast<int>(i) << order;
    }
  }
  void faultsAreFoundAndNothingElse() {
    QFETCH(int, number);
    QFETCH(Order, order);
    set_order(order, 5);
    const std::vector<Planted> all = planted_faults();
    const Planted& planted = all[static_cast<std::size_t>(number)];
    const QString found = QString::fromStdString(planted.run());
    set_order(Order::forward);
    if (planted.expected[0] == '\0') {
      QCOMPARE(found, QString());
      return;
    }
    QVERIFY2(found.contains(planted.expected), qPrintable(found));
    // Each says where: the line of the fault, or the launch's.
    QVERIFY2(found.contains(QRegularExpression(QStringLiteral("planted_faults\\.cu:[0-9]+"))), qPrintable(found));
    // And the next kernel runs as if nothing had been.
    QCOMPARE(QString::fromStdString(planted_faults()[1].run()), QString());
  }

 private:
#if defined(LOCKSTEP_CHECKED)
  static constexpr bool checked = true;
#else
  static constexpr bool checked = false;
#endif
  // What the emulator sees when a block is over, the checker sees at the access, and UBSan ends the program there.
#if defined(__SANITIZE_ADDRESS__)
  static constexpr bool ends_sooner = true;
#else
  static constexpr bool ends_sooner = checked;
#endif
};

QTEST_GUILESS_MAIN(TestPlanted)
#include "tst_planted.moc"
