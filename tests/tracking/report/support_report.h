// What the tests of reports share: a project with small runs that were really trained.
#pragma once

#include <QString>
#include <QTemporaryDir>
#include <set>
#include <string>
#include <vector>

#include "tracking/report/writers.h"
#include "tracking/reproduce/reproduce.h"

namespace lockstep::test {

class ReportProject {
 public:
  ReportProject();

  [[nodiscard]] tracking::Project& project() { return project_; }
  [[nodiscard]] std::filesystem::path folder() const { return folder_.path().toStdString(); }
  /// Trains a table of 60 rows for 4 epochs of 6 steps and returns the run's id.
  std::string train(const std::string& name, const std::vector<std::string>& overrides = {});
  std::string reproduce(const std::string& run);
  /// A run that failed before anything of it was recorded.
  std::string failed(const std::string& name);

  [[nodiscard]] tracking::report::Report report(
      const std::vector<std::string>& runs,
      tracking::report::Language language = tracking::report::Language::english) const {
    return tracking::report::build_report(project_, runs, language);
  }

 private:
  QTemporaryDir folder_;
  tracking::Project project_;
};

/// Of a report the blocks of one kind in the section.
template <class Kind>
[[nodiscard]] std::vector<const Kind*> blocks_of(const tracking::report::Report& report, std::string_view section) {
  std::vector<const Kind*> out;
  for (const auto& one : report.sections)
    if (one.id == section)
      for (const auto& block : one.blocks)
        if (const Kind* found = std::get_if<Kind>(&block)) out.push_back(found);
  return out;
}

/// All texts of a section, one a line.
[[nodiscard]] std::string text_of(const tracking::report::Report& report, std::string_view section);

/// Every text in the sources that a report may show and that needs its Chinese: what is given to Words, and the sentences of
/// verdicts and of events.
[[nodiscard]] std::set<QString> texts_of_reports();

/// A name that breaks what is not escaped, in every format at once.
[[nodiscard]] std::string hostile_name();

}  // namespace lockstep::test
