// Values against fields: conversion, ranges, choices, counts, conditions, and the words of the errors.
#include <QtTest>

#include <limits>

#include "engine/schema/check.h"
#include "engine/schema/suggest.h"

using namespace lockstep::engine::schema;
using namespace std::string_literals;

namespace {

QString error_of(const Field& field, Value value) {
  const auto message = check_value(field, value);
  return QString::fromStdString(message ? message->english() : "fits");
}

Value fitted(const Field& field, Value value) { return check_value(field, value) ? Value{} : value; }

const Field integer{.name = "n", .kind = Kind::integer, .range = {.minimum = 1, .maximum = 8}};
const Field real{
    .name = "x", .kind = Kind::real, .range = {.minimum = 0, .maximum = 1, .minimum_open = true, .maximum_open = true}};
const Field pair{.name = "k", .kind = Kind::integers, .range = {.minimum = 1}, .count = 2};
const Field choice{.name = "c", .kind = Kind::text, .choices = {"a", "b"}};

}  // namespace

class TestCheck : public QObject {
  Q_OBJECT
 private slots:
  void kindsAreConverted() {
    QVERIFY(fitted({.name = "x", .kind = Kind::real}, std::int64_t{3}) == Value(3.0));
    QVERIFY(fitted(pair, std::int64_t{3}) == Value(std::vector<std::int64_t>{3, 3}));
    QVERIFY(fitted({.name = "k", .kind = Kind::integers}, std::int64_t{3}) == Value(std::vector<std::int64_t>{3}));
    QVERIFY(fitted({.name = "r", .kind = Kind::reals}, std::vector<std::int64_t>{1, 2}) ==
            Value(std::vector<double>{1, 2}));
    QVERIFY(fitted({.name = "r", .kind = Kind::reals, .count = 3}, std::int64_t{2}) ==
            Value(std::vector<double>{2, 2, 2}));
    QVERIFY(fitted({.name = "t", .kind = Kind::texts}, std::vector<std::int64_t>{}) ==
            Value(std::vector<std::string>{}));
    QVERIFY(fitted({.name = "t", .kind = Kind::texts}, "a"s) == Value(std::vector<std::string>{"a"}));
  }
  void kindsThatDoNotFit() {
    QCOMPARE(error_of(integer, 2.0), "found 2.0 (a number); allowed is an integer from 1 to 8");
    QCOMPARE(error_of(integer, true), "found true (true or false); allowed is an integer from 1 to 8");
    QCOMPARE(error_of(choice, std::int64_t{1}), "found 1 (an integer); allowed is one of \"a\", \"b\"");
    QCOMPARE(error_of(pair, std::vector<double>{1.5, 2}),
             "found [1.5, 2.0] (a list of numbers); allowed is 2 integers, each at least 1");
    QCOMPARE(error_of({.name = "p", .kind = Kind::path}, false),
             "found false (true or false); allowed is a path as a text");
  }
  void bounds() {
    QCOMPARE(error_of(integer, std::int64_t{1}), "fits");
    QCOMPARE(error_of(integer, std::int64_t{8}), "fits");
    QCOMPARE(error_of(integer, std::int64_t{9}), "found 9; allowed is an integer from 1 to 8");
    QCOMPARE(error_of(real, 0.5), "fits");
    QCOMPARE(error_of(real, 0.0), "found 0.0; allowed is a number greater than 0 and less than 1");
    QCOMPARE(error_of(real, 1.0), "found 1.0; allowed is a number greater than 0 and less than 1");
    QCOMPARE(error_of({.name = "x", .kind = Kind::real}, std::numeric_limits<double>::infinity()),
             "found inf; allowed is a number");
    QCOMPARE(error_of({.name = "x", .kind = Kind::real}, std::numeric_limits<double>::quiet_NaN()),
             "found nan; allowed is a number");
  }
  void countsAndChoices() {
    QCOMPARE(error_of(pair, std::vector<std::int64_t>{1}), "found [1]; allowed is 2 integers, each at least 1");
    QCOMPARE(error_of(pair, std::vector<std::int64_t>{1, 0}), "found [1, 0]; allowed is 2 integers, each at least 1");
    QCOMPARE(error_of(choice, "A"s), "found \"A\"; allowed is one of \"a\", \"b\"");
    QCOMPARE(error_of({.name = "t", .kind = Kind::texts, .choices = {"a"}}, std::vector<std::string>{"a", "b"}),
             "found [\"a\", \"b\"]; allowed is a list of texts, each one of \"a\"");
  }
  void conditions() {
    const Field field{.name = "f", .conditions = {{"kind", {"csv", "npy"}}, {"size", {}}}};
    Arguments siblings;
    QCOMPARE(QString::fromStdString(condition_text(*unmet_condition(field, siblings))), "kind is \"csv\" or \"npy\"");
    siblings.set("kind", "npy"s);
    QCOMPARE(QString::fromStdString(condition_text(*unmet_condition(field, siblings))), "size is set");
    siblings.set("size", std::int64_t{3});
    QVERIFY(unmet_condition(field, siblings) == nullptr);
    const Field flag{.name = "f", .conditions = {{"on", {"true"}}}};
    siblings.set("on", true);
    QVERIFY(unmet_condition(flag, siblings) == nullptr);
    siblings.set("on", false);
    QVERIFY(unmet_condition(flag, siblings) != nullptr);
  }
  void tomlTexts() {
    QCOMPARE(QString::fromStdString(to_toml(1e-4)), "0.0001");
    QCOMPARE(QString::fromStdString(to_toml(1e-7)), "1e-07");
    QCOMPARE(QString::fromStdString(to_toml(0.1 + 0.2)), "0.30000000000000004");
    QCOMPARE(QString::fromStdString(to_toml(-3.0)), "-3.0");
    QCOMPARE(QString::fromStdString(to_toml(1e300)), "1e+300");
    QCOMPARE(QString::fromStdString(to_toml("a\"\\\n\x01ü"s)), QString::fromUtf8("\"a\\\"\\\\\\n\\u0001ü\""));
    QCOMPARE(QString::fromStdString(to_toml(std::vector<std::string>{"a", "b"})), "[\"a\", \"b\"]");
  }

  // Distances counted by hand: insert, delete, replace, swap; case is free.
  void distances() {
    QCOMPARE(edit_distance("abc", "abc"), std::size_t{0});
    QCOMPARE(edit_distance("Conv2D", "conv2d"), std::size_t{0});
    QCOMPARE(edit_distance("", "abc"), std::size_t{3});
    QCOMPARE(edit_distance("kitten", "sitting"), std::size_t{3});
    QCOMPARE(edit_distance("train", "trian"), std::size_t{1});
    QCOMPARE(edit_distance("ca", "abc"), std::size_t{3});  // optimal string alignment; unrestricted it would be 2
  }
  void suggestions() {
    const std::vector<std::string_view> names{"learning_rate", "weight_decay", "momentum", "type", "p"};
    const auto nearest = [&](std::string_view name) { return QString::fromStdString(nearest_name(name, names)); };
    QCOMPARE(nearest("learnig_rate"), "learning_rate");
    QCOMPARE(nearest("momentun"), "momentum");
    QCOMPARE(nearest("lr"), "learning_rate");
    QCOMPARE(nearest("wd"), "weight_decay");
    QCOMPARE(nearest("tpye"), "type");
    QCOMPARE(nearest("completely_else"), "");
    QCOMPARE(nearest("x"), "");
    QCOMPARE(nearest(""), "");
    QCOMPARE(nearest(std::string(100000, 'a')), "");
  }
};

QTEST_GUILESS_MAIN(TestCheck)
#include "tst_check.moc"
