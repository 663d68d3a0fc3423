// The filter of the runs' table: words that must be in a run's texts, and conditions on what was recorded, all of which must hold:
//   val/accuracy > 0.9 tag:baseline status:failed name:cnn seed:42 -is:dirty "two words" optimizer.type = AdamW
#pragma once

#include <QCoreApplication>
#include <QString>
#include <QStringList>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ui/models/RunTableColumn.h"

namespace lockstep::ui {

class RunFilter {
  Q_DECLARE_TR_FUNCTIONS(lockstep::ui::RunFilter)

 public:
  using Condition = std::function<bool(const RunRow&)>;

  /// What can't be read, where, and what would be right.
  struct Error {
    QString message;
    qsizetype position = 0;
    qsizetype length = 0;
  };
  struct Parsed;

  RunFilter() = default;  ///< every run
  [[nodiscard]] static Parsed parse(const QString& text);

  [[nodiscard]] bool isEmpty() const { return m_conditions.empty(); }
  [[nodiscard]] bool matches(const RunRow& row) const;
  /// The metrics and config keys that it asks for.
  [[nodiscard]] const std::vector<std::string>& keys() const { return m_keys; }

  /// What can stand before a colon, and before a comparison beside metrics and config keys.
  [[nodiscard]] static QStringList fields();
  [[nodiscard]] static QStringList numbers();

 private:
  friend class RunFilterParser;
  std::vector<Condition> m_conditions;
  std::vector<std::string> m_keys;
};

struct RunFilter::Parsed {
  RunFilter filter;             ///< of what could be read
  std::optional<Error> error = {};
};

}  // namespace lockstep::ui
