// RFC 8785: its own examples. Numbers: appendix B; sorting and strings: sections 3.2.2 and 3.2.3.
#include <QtTest>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "engine/config/jcs.h"
#include "engine/core/error.h"
#include "tests/engine/config/support_text.h"

using namespace lockstep::engine;
using namespace lockstep::engine::config;

class TestJcs : public QObject {
  Q_OBJECT
 private slots:
  void numbersOfAppendixB() {
    struct Row {
      std::uint64_t bits;
      const char* text;
    };
    constexpr Row rows[] = {
        {0x0000000000000000, "0"},
        {0x8000000000000000, "0"},
        {0x0000000000000001, "5e-324"},
        {0x8000000000000001, "-5e-324"},
        {0x7fefffffffffffff, "1.7976931348623157e+308"},
        {0xffefffffffffffff, "-1.7976931348623157e+308"},
        {0x4340000000000000, "9007199254740992"},
        {0xc340000000000000, "-9007199254740992"},
        {0x4430000000000000, "295147905179352830000"},
        {0x44b52d02c7e14af5, "9.999999999999997e+22"},
        {0x44b52d02c7e14af6, "1e+23"},
        {0x44b52d02c7e14af7, "1.0000000000000001e+23"},
        {0x444b1ae4d6e2ef4e, "999999999999999700000"},
        {0x444b1ae4d6e2ef4f, "999999999999999900000"},
        {0x444b1ae4d6e2ef50, "1e+21"},
        {0x3eb0c6f7a0b5ed8c, "9.999999999999997e-7"},
        {0x3eb0c6f7a0b5ed8d, "0.000001"},
        {0x41b3de4355555553, "333333333.3333332"},
        {0x41b3de4355555554, "333333333.33333325"},
        {0x41b3de4355555555, "333333333.3333333"},
        {0x41b3de4355555556, "333333333.3333334"},
        {0x41b3de4355555557, "333333333.33333343"},
        {0xbecbf647612f3696, "-0.0000033333333333333333"},
        {0x43143ff3c1cb0959, "1424953923781206.2"},
    };
    for (const Row& row : rows) QCOMPARE(jcs_number(std::bit_cast<double>(row.bits)), std::string(row.text));
  }
  void whatJsonCannotSay() {
    for (const double x : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
      QVERIFY_THROWS_EXCEPTION(ValueError, static_cast<void>(jcs_number(x)));
    }
    QVERIFY_THROWS_EXCEPTION(ValueError, static_cast<void>(canonicalize_json("{\"a\":")));
  }
  void exampleOfSection322() {
    const std::string text =
        "{\"numbers\": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001], \"string\": "
        "\"\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\\"\\/\", \"literals\": [null, true, false]}";
    QCOMPARE(canonicalize_json(text),
             std::string("{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
                         "\"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}"));
  }
  void keysByUtf16OfSection323() {
    const std::string text =
        "{\"\\u20ac\": \"Euro Sign\", \"\\r\": \"Carriage Return\", \"\\ufb33\": \"Hebrew Letter Dalet With Dagesh\", "
        "\"1\": \"One\", \"\\ud83d\\ude00\": \"Emoji: Grinning Face\", \"\\u0080\": \"Control\", \"\\u00f6\": \"Latin "
        "Small Letter O With Diaeresis\"}";
    QCOMPARE(canonicalize_json(text),
             std::string("{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\xC2\x80\":\"Control\",\"ö\":\"Latin Small "
                         "Letter O With Diaeresis\","
                         "\"€\":\"Euro Sign\",\"😀\":\"Emoji: Grinning Face\",\"\xEF\xAC\xB3\":\"Hebrew Letter Dalet "
                         "With Dagesh\"}"));
  }
  void integersBeyondDoubles() {
    QCOMPARE(canonicalize_json("[9007199254740992, 9007199254740993, -9007199254740993, 18446744073709551615]"),
             std::string("[9007199254740992,\"9007199254740993\",\"-9007199254740993\",\"18446744073709551615\"]"));
  }
};

QTEST_GUILESS_MAIN(TestJcs)
#include "tst_jcs.moc"
