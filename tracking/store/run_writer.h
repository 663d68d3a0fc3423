// Records one run. The trainer's thread puts steps into a ring without locks; a thread of the writer's own commits every
// 250 ms. The writer holds the run's lease until it is finished or destroyed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tracking/store/types.h"

namespace lockstep::tracking {

struct WriterStart;

/// Made by Project::create_run and Project::open_writer. record_step must come from one thread at a time; everything else may
/// come from any thread. An error of the disk is kept and thrown as engine::FileError at the next record or flush.
class RunWriter {
 public:
  explicit RunWriter(WriterStart start);
  /// Without finish(), the run reads `interrupted`. What was recorded is committed.
  ~RunWriter();
  RunWriter(const RunWriter&) = delete;
  RunWriter& operator=(const RunWriter&) = delete;

  [[nodiscard]] const std::string& id() const noexcept;
  [[nodiscard]] int attempt() const noexcept;  ///< from 1
  /// runs/<id>/
  [[nodiscard]] const std::filesystem::path& folder() const noexcept;
  /// runs/<id>/checkpoints/, which exists.
  [[nodiscard]] std::filesystem::path checkpoint_folder() const;

  // The record, in pieces, before the first step.

  void update(const RunFields& fields);
  /// A named text of the record ("config.text", "environment.json", "code.patch", …), replacing one of the same name. Equal
  /// texts of several runs are stored once. A name has letters, digits, '.', '_' and '-' only.
  void put_document(std::string_view name, std::string_view text);

  // Series.

  /// The series of real values over steps of this key, created when new: "train/loss", "learning_rate", … engine::ValueError for a
  /// key that the store uses itself ("epoch", "time", "batch_hash", "parameters").
  [[nodiscard]] SeriesId series(std::string_view key);
  /// One training step; waits while the ring is full. Also keeps the series "epoch" and "time" (UTC milliseconds), type bits.
  void record_step(const StepRecord& record);
  /// An evaluation: its metrics become points of the series of their keys at `step`, and a row of its own.
  void record_evaluation(Evaluation evaluation);
  /// System metrics: series with the axis time.
  void record_system(std::int64_t time, std::span<const Metric> metrics);
  void record_event(Event event);
  void log(LogLine line);
  /// A checkpoint that the engine has written; the newest of a kind replaces the older row, so that a kind has one row.
  void record_checkpoint(Checkpoint checkpoint);

  // Status.

  /// preparing, running or paused; written before this returns. Everything recorded so far is committed first: who reads that a
  /// run is paused reads all its steps.
  void set_status(Status status);
  /// The run is over: everything recorded is committed, then the status, and the lease is given back. Even after an error of the
  /// disk it tries to leave the status `failed` and its reason. Nothing can be recorded afterwards.
  void finish(Status status, std::string_view reason = {});
  /// Returns when everything recorded so far is committed.
  void flush();
  /// The newest command since the last call, if any; costs an atomic load. A stop is not replaced by a later pause or resume.
  [[nodiscard]] std::optional<Command> poll_command() noexcept;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::tracking
