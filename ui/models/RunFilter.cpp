#include "ui/models/RunFilter.h"

#include <algorithm>

#include "ui/models/RunFilterParser.h"

namespace lockstep::ui {

RunFilter::Parsed RunFilter::parse(const QString& text) { return RunFilterParser(text).parse(); }

bool RunFilter::matches(const RunRow& row) const {
  return std::all_of(m_conditions.begin(), m_conditions.end(), [&](const Condition& condition) { return condition(row); });
}

QStringList RunFilter::fields() {
  return {QStringLiteral("name"),   QStringLiteral("tag"),    QStringLiteral("status"), QStringLiteral("is"),   QStringLiteral("notes"), QStringLiteral("model"),
          QStringLiteral("data"), QStringLiteral("device"), QStringLiteral("commit"), QStringLiteral("seed"), QStringLiteral("id")};
}

QStringList RunFilter::numbers() {
  return {QStringLiteral("step"), QStringLiteral("steps"), QStringLiteral("progress"), QStringLiteral("duration"), QStringLiteral("started"),
          QStringLiteral("best"), QStringLiteral("loss"),  QStringLiteral("seed")};
}

}  // namespace lockstep::ui
