// Pages: what stays together, what is repeated, and that nothing is cut.
#include <QtTest>

#include "ui/report/PageFlow.h"

using lockstep::ui::PageFlow;
using lockstep::ui::Piece;

namespace {

Piece piece(double height, bool keep = false) {
  return {height, [](QPainter&, QPointF) {}, keep};
}

}  // namespace

class TestPageFlow : public QObject {
  Q_OBJECT

 private slots:
  void nothing_is_cut() {
    PageFlow flow({100, 100});
    for (int i = 0; i < 50; ++i) flow.add(piece(7 + i % 23));
    std::size_t count = 0;
    for (const auto& page : flow.pages()) {
      double end = 0;
      for (const auto& placed : page) {
        QVERIFY(placed.y >= end - 1e-9);
        end = placed.y + placed.piece->height;
        QVERIFY(end <= 100);
        ++count;
      }
    }
    QCOMPARE(count, std::size_t{50});
  }

  void a_heading_goes_with_what_follows() {
    PageFlow flow({100, 100});
    flow.add(piece(80));
    flow.add(piece(10, true));
    flow.add(piece(15));
    const auto pages = flow.pages();
    QCOMPARE(pages.size(), std::size_t{2});
    QCOMPARE(pages[0].size(), std::size_t{1});
    QCOMPARE(pages[1][0].piece->height, 10.0);
  }

  void an_introduction_goes_with_what_it_introduces() {
    PageFlow flow({100, 100});
    flow.add(piece(60));
    flow.add(piece(10, true));
    flow.add(piece(5, true));
    flow.space(3, true);
    flow.add(piece(40));
    QCOMPARE(flow.pages().at(0).size(), std::size_t{1});
    QCOMPARE(flow.pages().at(1).size(), std::size_t{3});
  }

  void a_table_that_goes_on_repeats_its_header() {
    PageFlow flow({100, 100});
    const int header = flow.addHeader(piece(10));
    Piece first = piece(10, true);
    first.isHeader = true;
    first.header = header;
    flow.add(first);
    for (int i = 0; i < 20; ++i) {
      Piece row = piece(15);
      row.header = header;
      flow.add(row);
    }
    const auto pages = flow.pages();
    QCOMPARE(pages.size(), std::size_t{4});  // six rows a page
    for (const auto& page : pages) {
      QCOMPARE(page[0].piece->height, 10.0);
      QCOMPARE(page[0].y, 0.0);
      QCOMPARE(page[1].y, 10.0);
    }
  }

  void a_table_that_begins_at_a_page_s_end_has_one_header() {
    PageFlow flow({100, 100});
    flow.add(piece(85));
    const int header = flow.addHeader(piece(10));
    Piece first = piece(10, true);
    first.isHeader = true;
    first.header = header;
    flow.add(first);
    Piece row = piece(15);
    row.header = header;
    flow.add(row);
    const auto pages = flow.pages();
    QCOMPARE(pages.size(), std::size_t{2});
    QCOMPARE(pages[1].size(), std::size_t{2});
  }

  void space_at_a_page_s_top_is_dropped() {
    PageFlow flow({100, 100});
    flow.add(piece(95));
    flow.space(20);
    flow.add(piece(50));
    QCOMPARE(flow.pages().at(1).at(0).y, 0.0);
  }
};

QTEST_GUILESS_MAIN(TestPageFlow)
#include "tst_page_flow.moc"
