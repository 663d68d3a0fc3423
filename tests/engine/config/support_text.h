// Lets QCOMPARE show the texts that differ.
#pragma once

#include <QtTest>

#include <string>

namespace QTest {
template <>
inline char* toString(const std::string& text) {
  return qstrdup(text.c_str());
}
}  // namespace QTest
