// CSV against what Python's csv module wrote, RFC 4180's rules, and every way that a row can be wrong.
#include <QtTest>

#include <cmath>

#include "engine/data/readers/csv.h"
#include "support_data.h"

using namespace lockstep::engine;
using namespace lockstep::engine::data;
using support::contains;
using support::data_file;
using support::error_of;

namespace {

std::vector<std::vector<std::string>> records(std::string_view text) {
  std::vector<std::vector<std::string>> out;
  CsvRecords reader(text);
  while (reader.next()) {
    out.emplace_back(reader.fields().begin(), reader.fields().end());
    if (reader.error() != nullptr) out.back().emplace_back(reader.error());
  }
  return out;
}

using Rows = std::vector<std::vector<std::string>>;

Table parse(std::string_view text, const CsvOptions& options = {}) {
  CsvRequest request;
  request.options = options;
  return parse_csv(text, "t.csv", request, support::work());
}

std::string error_in(std::string_view text, const CsvOptions& options = {}) {
  return error_of([&] { (void)parse(text, options); });
}

}  // namespace

class TestCsv : public QObject {
  Q_OBJECT
 private slots:
  void rfc4180() {
    QVERIFY((records("a,b\r\n1,2\r\n") == Rows{{"a", "b"}, {"1", "2"}}));
    QVERIFY((records("a,b\n1,2") == Rows{{"a", "b"}, {"1", "2"}}));
    QVERIFY((records("\"a,\"\"x\"\"\",\"l1\r\nl2\"\n,\"\"") == Rows{{"a,\"x\"", "l1\r\nl2"}, {"", ""}}));
    QVERIFY((records("a,\n\n\r\n,b\n") == Rows{{"a", ""}, {"", "b"}}));
    QVERIFY((records("5\" nail,x") == Rows{{"5\" nail", "x"}}));
    QVERIFY((records("\"a\"b,c\nd,e") == Rows{{"a", "c", "text after a closing quote"}, {"d", "e"}}));
    QVERIFY((records("\"a\rb\"\r\n") == Rows{{"a\rb"}}));
    QVERIFY((records("x,\"open\n1") == Rows{{"x", "open\n1", "a quoted field that does not end"}}));
  }

  void linesCountThroughQuotedLineEnds() {
    CsvRecords reader("a\n\"b\nc\"\nd");
    std::vector<std::int64_t> lines;
    while (reader.next()) lines.push_back(reader.line());
    QVERIFY((lines == std::vector<std::int64_t>{1, 2, 4}));
  }

  void pythonsFile() {
    for (const char* name : {"csv/flowers.csv", "csv/flowers.csv.gz"}) {
      const Table table = read_csv(data_file(name), {}, support::work());
      const QJsonArray rows = support::expected()["flowers"].toArray();
      QCOMPARE(table.rows(), rows.size());
      const std::vector<ColumnType> types{ColumnType::real, ColumnType::integer, ColumnType::text, ColumnType::text, ColumnType::text};
      for (std::size_t c = 0; c < types.size(); ++c) QCOMPARE(table.columns[c].type, types[c]);
      for (int i = 0; i < rows.size(); ++i) {
        const QJsonObject row = rows[i].toObject();
        QCOMPARE(table.columns[0].numbers[static_cast<std::size_t>(i)], row["length"].toDouble());
        QCOMPARE(table.columns[1].numbers[static_cast<std::size_t>(i)], row["count"].toDouble());
        QCOMPARE(QString::fromStdString(table.columns[2].text(i)), row["colour"].toString());
        QCOMPARE(QString::fromStdString(table.target().text(i)), row["kind"].toString());
      }
      const Targets targets = table_targets(table, {});
      QVERIFY((targets.class_names == std::vector<std::string>{"setosa", "versicolor", "virginica"}));
    }
  }

  void typesAreInferredAndOverridden() {
    const std::vector<ColumnType> types{ColumnType::integer, ColumnType::real, ColumnType::text, ColumnType::integer, ColumnType::real, ColumnType::integer};
    CsvOptions mean;
    mean.missing = Missing::mean;
    const Table filled = parse("i,r,t,m,e,y\n1,1.5,a,,1e3,0\n-2,+2,7,3,2,1\n", mean);
    for (std::size_t c = 0; c < types.size(); ++c) QCOMPARE(filled.columns[c].type, types[c]);
    mean.column_types = {{"i", ColumnType::text}, {"y", ColumnType::real}, {"1", ColumnType::real}};
    const Table overridden = parse("i,r,t,m,e,y\n1,1.5,a,,1e3,0\n-2,+2,7,3,2,1\n", mean);
    QCOMPARE(overridden.columns[0].type, ColumnType::text);
    QVERIFY(!table_targets(overridden, {}).classification);
    mean.column_types = {{"t", ColumnType::integer}};
    VERIFY_CONTAINS(error_in("i,t,y\n1,a,0\n2,7,1\n3,b,1\n", mean), "t.csv: 2 problems:\n  line 2: column \"t\": \"a\" is not an integer\n  line 4: column \"t\": \"b\"");
  }

  void columnsAreChosen() {
    CsvOptions options;
    options.target = "a";
    options.ignore = {"c"};
    Table table = parse("a,b,c,d\n1,2,3,4\n5,6,7,8\n", options);
    QCOMPARE(table.features(), 2U);
    QCOMPARE(table.columns[1].name, std::string("d"));
    QCOMPARE(table.target().name, std::string("a"));
    options.features = {"3", "b"};  // an index where no column has that name
    table = parse("a,b,c,d\n1,2,3,4\n5,6,7,8\n", options);
    QCOMPARE(table.columns[0].name, std::string("b"));
    QCOMPARE(table.columns[1].name, std::string("d"));
    options.features = {"a"};
    VERIFY_CONTAINS(error_in("a,b\n1,2\n", {options.header, "a", {"a"}, {}, {}, {}}), "the target \"a\" stands in features too");
    VERIFY_CONTAINS(error_in("a,b\n1,2\n", {true, "z", {}, {}, {}, {}}), "t.csv: no column \"z\" (the target); the columns are \"a\", \"b\"");
    VERIFY_CONTAINS(error_in("a,a\n1,2\n"), "names the column \"a\" twice");
    options = {};
    options.header = false;
    QCOMPARE(parse("1,2\n3,4\n", options).rows(), 2);
  }

  void everyBadRowIsListed() {
    const std::string error = error_in("a,b\n1,0\n1\n1,2,3\n\"x\"y,1\n1,1\n");
    VERIFY_CONTAINS(error, "t.csv: 3 problems:");
    VERIFY_CONTAINS(error, "line 3: 1 fields instead of 2");
    VERIFY_CONTAINS(error, "line 4: 3 fields instead of 2");
    VERIFY_CONTAINS(error, "line 5: text after a closing quote");
    std::string many = "a,b\n";
    for (int i = 0; i < 80; ++i) many += "1\n";
    VERIFY_CONTAINS(error_in(many), "80 problems");
    VERIFY_CONTAINS(error_in(many), "and 30 more");
    VERIFY_CONTAINS(error_in("a,b\n\xff,1\n"), "line 2: the byte 0xFF is not UTF-8");
    VERIFY_CONTAINS(error_in(""), "the file is empty");
    VERIFY_CONTAINS(error_in("a,b\n"), "no rows with data");
    std::string numbers = "a,b\n";
    for (int i = 0; i < 20; ++i) numbers += i == 7 ? "1.2.3,0\n" : i == 9 ? "inf,0\n" : "1,0\n";
    VERIFY_CONTAINS(error_in(numbers), "t.csv: 2 problems:\n  line 9: column \"a\": \"1.2.3\" is not a finite number\n  line 11: column \"a\": \"inf\"");
  }

  void missingValues() {
    const std::string text = "x,c,y\n1,a,0\n?,b,1\n3, ,0\n5,a,1\n4,a,NA\n";
    const std::string error = error_in(text);
    VERIFY_CONTAINS(error, "3 problems");
    VERIFY_CONTAINS(error, "line 3: column \"x\": the value is missing");
    VERIFY_CONTAINS(error, "line 6: the target \"y\": the value is missing");
    CsvOptions options;
    options.missing = Missing::drop;
    const Table dropped = parse(text, options);
    QVERIFY((dropped.lines == std::vector<std::int64_t>{2, 5}));
    options.missing = Missing::mean;
    const Table table = parse(text.substr(0, text.size() - 7), options);
    const std::vector<std::int64_t> training{0, 1, 3};
    const auto columns = fit_columns(table, training, Missing::mean);
    QCOMPARE(*columns[0].fill, 3.0);  // of 1 and 5: row 2 is not training
    QVERIFY((columns[1].vocabulary == std::vector<std::string>{"a", "b"}));
    const Source source = encode_table(table, columns, table_targets(table, {}), support::work());
    const float* v = source.cached.as<float>();
    QVERIFY((std::vector<float>(v, v + 12) == std::vector<float>{1, 1, 0, 3, 0, 1, 3, 0, 0, 5, 1, 0}));
    QCOMPARE(source.origin(2), std::string("t.csv:4"));
  }

  void unknownTextIsAllZeros() {
    const Table table = parse("c,y\nb,0\na,1\nz,0\n");
    const std::vector<std::int64_t> training{0, 1};
    const auto columns = fit_columns(table, training, Missing::error);
    const Source source = encode_table(table, columns, table_targets(table, {}), support::work());
    const float* v = source.cached.as<float>();
    QVERIFY((std::vector<float>(v, v + 6) == std::vector<float>{0, 1, 1, 0, 0, 0}));
  }

  void integerClassesAreInNumericOrder() {
    const Targets targets = table_targets(parse("x,y\n1,10\n1,9\n1,-1\n1,10\n"), {});
    QVERIFY((targets.class_names == std::vector<std::string>{"-1", "9", "10"}));
    QVERIFY((targets.labels == std::vector<std::int64_t>{2, 1, 0, 2}));
    VERIFY_CONTAINS(error_of([] { (void)table_targets(parse("x,y\n1,a\n1,b\n"), {"a"}); }), "line 3: the label \"b\" is not one of the training file's");
    std::string many = "x,price\n";
    for (int i = 0; i < 1500; ++i) many += "1," + std::to_string(i) + "\n";
    VERIFY_CONTAINS(error_of([&] { (void)table_targets(parse(many), {}); }), "for regression set its type to \"real\"");
  }

  void hashSeesEveryCell() {
    const auto hash = [](std::string_view text) { return table_hash(parse(text), support::work()); };
    const std::string base = hash("a,y\n1,x\n2,z\n");
    QCOMPARE(hash("a,y\r\n1,\"x\"\r\n2,z"), base);
    QVERIFY(hash("a,y\n1,x\n3,z\n") != base);
    QVERIFY(hash("a,y\n2,z\n1,x\n") != base);
    QVERIFY(hash("b,y\n1,x\n2,z\n") != base);
  }

  void byteOrderMarkAndLocale() {
    const Table table = parse("\xEF\xBB\xBF" "größe,y\n1.5,ä\n2.5,b\n");
    QCOMPARE(table.columns[0].name, std::string("größe"));
    QCOMPARE(table.columns[0].numbers[0], 1.5);
  }
};

QTEST_GUILESS_MAIN(TestCsv)
#include "tst_csv.moc"
