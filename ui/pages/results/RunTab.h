// What the tabs of a run have in common: the record is read when the tab is looked at, and again once it has changed.
#pragma once

#include <QWidget>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "ui/widgets/Page.h"

namespace lockstep::tracking {
class Project;
struct RunSummary;
}

namespace lockstep::ui {

class RunTab : public QWidget {
  Q_OBJECT

 public:
  RunTab(PageContext context, std::string run, QWidget* parent);

 signals:
  /// One of its actions was asked for elsewhere: it wants to be seen.
  void wanted();

 protected:
  /// Reads the record anew; only called while the tab is shown.
  virtual void reload() = 0;
  /// What of the summary decides whether the record must be read again.
  [[nodiscard]] virtual std::string stamp(const tracking::RunSummary& run) const;
  void showEvent(QShowEvent* event) override;

  [[nodiscard]] const std::string& run() const { return m_run; }
  [[nodiscard]] const PageContext& context() const { return m_context; }
  [[nodiscard]] std::filesystem::path projectFolder() const;
  /// Null for a run that is gone.
  [[nodiscard]] const tracking::RunSummary* summary() const;

 private:
  void look();

  PageContext m_context;
  std::string m_run;
  std::string m_read;  ///< the stamp of what was read last
  bool m_everRead = false;
};

/// The project for reading, on any thread. @throws engine::FileError
[[nodiscard]] tracking::Project openForReading(const std::filesystem::path& folder);
/// The texts of a run's record by name: those that are named, or all.
using Documents = std::map<std::string, std::string>;
[[nodiscard]] Documents readDocuments(const std::filesystem::path& folder, const std::string& run, const std::vector<std::string>& names = {});


}  // namespace lockstep::ui
