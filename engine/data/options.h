// What a person chooses about data: plain values, filled in from the config by the caller.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/thread_pool.h"
#include "engine/schema/value.h"

namespace lockstep::engine::data {

enum class Missing : std::uint8_t { error, mean, drop };
enum class Normalize : std::uint8_t { none, unit, standard };
enum class Resize : std::uint8_t { fit, crop, stretch };
enum class ColumnType : std::uint8_t { integer, real, text };

/// The names that the config uses ("mean", "standard", "crop", "integer", …). @throws ValueError naming the choices
[[nodiscard]] Missing missing_from_name(std::string_view name);
[[nodiscard]] Normalize normalize_from_name(std::string_view name);
[[nodiscard]] Resize resize_from_name(std::string_view name);
[[nodiscard]] ColumnType column_type_from_name(std::string_view name);
[[nodiscard]] std::string_view name_of(Missing value) noexcept;
[[nodiscard]] std::string_view name_of(Normalize value) noexcept;
[[nodiscard]] std::string_view name_of(Resize value) noexcept;
[[nodiscard]] std::string_view name_of(ColumnType value) noexcept;

struct CsvOptions {
  bool header = true;
  /// The target column's name, or its index from 0 ("-1": the last) where no column has that name; empty: the last.
  std::string target;
  std::vector<std::string> features;  ///< the columns to use, by name or index; empty: all but target and ignored
  std::vector<std::string> ignore;
  Missing missing = Missing::error;
  std::map<std::string, ColumnType> column_types;  ///< overrides what is inferred; by name or index
};

struct ImageOptions {
  std::optional<std::array<std::int64_t, 2>> image_size;  ///< [H, W]; none: all images must have one size
  /// fit: the whole image, centred on black; crop: the middle, filled; stretch: the ratio of sides is given up.
  Resize resize = Resize::fit;
  int channels = 0;  ///< 1 or 3; 0: 1 where every image is grey, else 3
};

/// An augmentation: the name of one of augment_types() and its validated arguments, defaults filled in.
struct AugmentConfig {
  std::string type;
  schema::Arguments arguments;
};

struct DatasetOptions {
  std::string dataset;  ///< a known data set ("digits", "fashion-mnist"); empty: `kind` and `path`
  std::string kind;     ///< "csv", "idx", "npy" or "images"
  std::filesystem::path path;
  std::filesystem::path validation_path;  ///< empty: a fraction of `path`
  std::filesystem::path test_path;        ///< likewise
  /// Fractions of `path`'s samples; none: the known data set's own split, 0 for one's own data.
  std::optional<double> validation_fraction;
  std::optional<double> test_fraction;
  std::uint64_t split_seed = 0;
  Normalize normalize = Normalize::standard;
  CsvOptions csv;
  ImageOptions images;
  std::vector<AugmentConfig> augment;  ///< applied in this order, to the training part only
  /// Where known data sets are looked for first; then the folders of dataset_search_folders().
  std::vector<std::filesystem::path> search_folders;
};

/// How loading is done: nothing here changes what is loaded.
struct LoadContext {
  ThreadPool* pool = nullptr;  ///< none: on the caller alone
  std::stop_token stop;        ///< heeded within 100 ms by throwing Stopped
  /// Called now and then, from one thread at a time.
  std::function<void(std::string_view what, std::int64_t done, std::int64_t total)> progress;
  /// Bytes that data may take; more is refused. 0: half of the memory that is available now.
  std::size_t memory_budget = 0;
  /// Bytes of decoded images that are kept, within the budget; those beyond are decoded each time they are used.
  std::size_t image_cache = SIZE_MAX;
};

}  // namespace lockstep::engine::data
