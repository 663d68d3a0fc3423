// A data set ready for training: decoded once, split by seed, with what was fitted on its training part.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/data/options.h"
#include "engine/data/preprocessing.h"
#include "engine/data/source.h"

namespace lockstep::engine::data {

enum class Part : std::uint8_t { train, validation, test };

/// What the config and the model need to know.
struct DataFacts {
  Shape input_shape;  ///< without the batch: [C, H, W] or [features]
  bool classification = true;
  std::vector<std::string> class_names;  ///< classification: in label order
  std::int64_t target_width = 1;         ///< regression: values a sample
  std::array<std::int64_t, 3> counts{};  ///< samples of each Part
};

/// For the window's preview, as text.
struct Preview {
  std::vector<std::pair<std::string, std::string>> columns;  ///< tables: name and type ("integer", "real", "text → 4 inputs")
  std::vector<std::pair<std::string, std::int64_t>> class_counts;
  std::vector<std::vector<std::string>> rows;  ///< the first samples: origin, target, then values (tables)
};

class Dataset {
 public:
  /// Reads everything, checks everything, splits and fits.
  /// @throws DataError listing every bad file or row, FileError, OutOfMemory, Stopped
  [[nodiscard]] static std::shared_ptr<const Dataset> load(const DatasetOptions& options, const LoadContext& context = {});
  /// Reads `paths` with what a run recorded; all samples are Part::test. With `targets`, they must have them and their
  /// labels must be known to the run.
  [[nodiscard]] static std::shared_ptr<const Dataset> load_with(const Preprocessing& preprocessing,
                                                                const std::vector<std::filesystem::path>& paths, bool targets,
                                                                const LoadContext& context = {});
  /// The same samples and parts under what a run recorded instead of what was fitted on these: for data that have changed
  /// since. @throws DataError where these samples are of another form, naming what differs
  [[nodiscard]] std::shared_ptr<const Dataset> with_preprocessing(const Preprocessing& recorded) const;

  [[nodiscard]] const DataFacts& facts() const noexcept { return facts_; }
  [[nodiscard]] const Preprocessing& preprocessing() const noexcept { return preprocessing_; }
  [[nodiscard]] const std::vector<AugmentConfig>& augment() const noexcept { return augment_; }
  /// The part's samples, ascending.
  [[nodiscard]] const std::vector<std::int64_t>& indices(Part part) const noexcept { return parts_[static_cast<std::size_t>(part)]; }
  [[nodiscard]] std::int64_t size() const noexcept { return size_; }
  [[nodiscard]] bool has_targets() const noexcept { return targets_.present; }
  [[nodiscard]] const Targets& targets() const noexcept { return targets_; }

  /// The decoded sample's bytes (preprocessing().sample_dtype, images [H, W, C]); `scratch` as in Source::sample.
  [[nodiscard]] const std::byte* sample(std::int64_t index, std::byte* scratch) const;
  [[nodiscard]] std::size_t sample_bytes() const noexcept { return sources_.front().sample_bytes(); }
  /// Whether some samples are decoded when they are used.
  [[nodiscard]] bool decodes() const noexcept;
  /// Where the sample comes from: a path, or "file.csv:17".
  [[nodiscard]] std::string origin(std::int64_t index) const;

  /// SHA-256 over the decoded samples, labels and order: independent of seeds, normalisation and threads.
  [[nodiscard]] const std::string& fingerprint() const noexcept { return fingerprint_; }
  /// SHA-256 over the three parts' indices.
  [[nodiscard]] const std::string& split_hash() const noexcept { return split_hash_; }
  [[nodiscard]] const std::vector<std::filesystem::path>& files() const noexcept { return files_; }
  [[nodiscard]] Preview preview(std::int64_t rows = 10) const;

 private:
  Dataset() = default;
  void join(std::vector<Source> sources);
  [[nodiscard]] std::pair<std::size_t, std::int64_t> locate(std::int64_t index) const noexcept;

  std::vector<Source> sources_;
  std::vector<std::int64_t> offsets_;
  std::int64_t size_ = 0;
  Targets targets_;
  Preprocessing preprocessing_;
  std::vector<AugmentConfig> augment_;
  std::array<std::vector<std::int64_t>, 3> parts_;
  DataFacts facts_;
  std::string fingerprint_;
  std::string split_hash_;
  std::vector<std::filesystem::path> files_;
};

/// Names of the known data sets.
[[nodiscard]] std::span<const std::string_view> known_datasets() noexcept;
/// The one list of places where known data sets are looked for: $LOCKSTEP_DATASETS, resources/datasets beside and above
/// the executable, the installed share folder, /usr/share/datasets.
[[nodiscard]] std::vector<std::filesystem::path> dataset_search_folders();

}  // namespace lockstep::engine::data
