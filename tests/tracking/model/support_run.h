// A project in a folder of its own, with small data sets and runs trained on them in a few steps.
#pragma once

#include <QTemporaryDir>

#include <filesystem>
#include <string>
#include <string_view>

#include "tracking/model/trained_model.h"
#include "tracking/recorder/session.h"

class Workshop {
 public:
  Workshop();

  [[nodiscard]] lockstep::tracking::Project& project() { return *project_; }
  [[nodiscard]] std::filesystem::path path(std::string_view name) const { return std::filesystem::path(folder_.path().toStdString()) / name; }
  std::filesystem::path write(std::string_view name, std::string_view text) const;
  /// A float32 NPY file, version 1.0.
  std::filesystem::path write_npy(std::string_view name, const std::vector<float>& values, std::string_view shape) const;

  /// Trains a config of this text. @throws what ended the run, unless it finished
  lockstep::tracking::SessionResult train(const std::string& config);
  [[nodiscard]] lockstep::tracking::TrainedModel open(const std::string& run, const std::string& weights = {});

 private:
  QTemporaryDir folder_;
  std::unique_ptr<lockstep::tracking::Project> project_;
};

/// Rows "width,height,colour,kind" of three kinds of flowers that a line can tell apart, from a fixed rule; `with_target`
/// leaves the last column out.
std::string flowers_csv(int rows, bool with_target = true);
/// A classifier of flowers.csv with validation and test parts.
std::string flowers_config();
/// The text that `call` throws; empty where it throws nothing of ours.
template <class F>
std::string error_of(F&& call) {
  try {
    call();
  } catch (const lockstep::engine::Error& error) {
    return error.what();
  }
  return {};
}
