// A small experiment on data that a test may change: a table or a folder of pictures, a config, and a project to train it in.
#pragma once

#include <QString>
#include <QTemporaryDir>
#include <filesystem>
#include <string>
#include <vector>

#include "tracking/reproduce/reproduce.h"

namespace lockstep::test {

inline constexpr int table_rows = 96;
inline constexpr int table_batch = 8;  ///< row r, from 0, is first seen at step r / 8 + 1

class Experiment {
 public:
  Experiment();

  [[nodiscard]] std::filesystem::path folder() const { return folder_.path().toStdString(); }
  [[nodiscard]] tracking::Project& project() { return project_; }

  /// A CSV of 64 numbers and a class a row, each a function of its place alone.
  void write_table();
  [[nodiscard]] std::vector<std::string> table_lines() const;
  void write_lines(const std::vector<std::string>& lines) const;
  /// A folder of two classes with `each` grey PNG or JPEG pictures, made in the order of their names or the reverse.
  void write_pictures(int each, const char* extension, bool reversed = false) const;
  void write_picture(const QString& path, int number) const;

  /// Of the table: sequential batches, no normalisation, so that a sample's step is known; `more` is added at the end.
  [[nodiscard]] static std::string table_config(const std::string& more = {});
  [[nodiscard]] static std::string picture_config(const std::string& more = {});

  /// Trains; the result must be finished. `overrides` as of --set.
  std::string train(const std::string& config, const std::vector<std::string>& overrides = {});
  tracking::ReproductionResult reproduce(tracking::ReproduceRequest request);

 private:
  QTemporaryDir folder_;
  tracking::Project project_;
};

/// Hears where a reproduction parts while it trains.
class Ear final : public tracking::ReproductionListener {
 public:
  void drifted(const std::vector<tracking::Drift>& drift) override { drift_ = drift; }
  void checked(std::int64_t step, const std::optional<tracking::FirstDifference>& parted) override {
    last_ = step;
    if (parted && !parted_) parted_ = parted;
  }
  [[nodiscard]] const std::vector<tracking::Drift>& drift() const { return drift_; }
  [[nodiscard]] const std::optional<tracking::FirstDifference>& parted() const { return parted_; }
  [[nodiscard]] std::int64_t last() const { return last_; }

 private:
  std::vector<tracking::Drift> drift_;
  std::optional<tracking::FirstDifference> parted_;
  std::int64_t last_ = -1;
};

}  // namespace lockstep::test
