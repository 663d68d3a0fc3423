#include "engine/data/load.h"

#include <numeric>

#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/data/content.h"
#include "engine/data/known.h"
#include "engine/data/readers/csv.h"
#include "engine/data/readers/idx.h"
#include "engine/data/readers/image_folder.h"
#include "engine/data/readers/npy.h"
#include "engine/data/readers/pixel_rows.h"

namespace lockstep::engine::data {

namespace {

namespace fs = std::filesystem;

/// Which file each part after training comes from, if it has one.
struct OtherFile {
  std::size_t part;
  fs::path path;
};

std::vector<OtherFile> other_files(const DatasetOptions& options) {
  std::vector<OtherFile> out;
  if (!options.validation_path.empty()) out.push_back({1, options.validation_path});
  if (!options.test_path.empty()) out.push_back({2, options.test_path});
  return out;
}

void append_part(Parts& parts, std::size_t part, std::int64_t begin, std::int64_t count) {
  parts[part].resize(static_cast<std::size_t>(count));
  std::iota(parts[part].begin(), parts[part].end(), begin);
}

/// The fractions of the first file, 0 where the part has a file of its own.
Parts split_first(const DatasetOptions& options, const Targets& targets, std::int64_t count, double validation_default, double test_default) {
  if (!options.validation_path.empty() && options.validation_fraction.value_or(0) > 0) {
    throw DataError(plain_message("data.two_validations", "both data.validation_path and data.validation_fraction are given; keep one"));
  }
  if (!options.test_path.empty() && options.test_fraction.value_or(0) > 0) {
    throw DataError(plain_message("data.two_tests", "both data.test_path and data.test_fraction are given; keep one"));
  }
  const double validation = options.validation_path.empty() ? options.validation_fraction.value_or(validation_default) : 0.0;
  const double test = options.test_path.empty() ? options.test_fraction.value_or(test_default) : 0.0;
  return split(targets, count, validation, test, options.split_seed);
}

/// Labels of another file count in the training file's classes; a file of fewer classes is no error.
void check_against_first(const Source& first, Source& other, const fs::path& path) {
  const auto fail = [&](const std::string& reason) {
    throw DataError(Message{"data.other_file", "{path} does not fit the training data: {reason}", {{"path", shown(path)}, {"reason", reason}}});
  };
  if (other.shape != first.shape) fail(fmt::format("its samples have shape {}, the training data's {}", other.shape.to_string(), first.shape.to_string()));
  if (other.dtype != first.dtype) fail(fmt::format("its samples are {}, the training data's {}", dtype_name(other.dtype), dtype_name(first.dtype)));
  if (!other.targets.present) return;
  if (other.targets.classification != first.targets.classification || other.targets.width != first.targets.width) fail("its targets are of another kind");
  if (other.targets.class_names.size() > first.targets.class_names.size()) {
    fail(fmt::format("it has labels up to {}, the training data up to {}", other.targets.class_names.size() - 1, first.targets.class_names.size() - 1));
  }
  other.targets.class_names = first.targets.class_names;
}

void describe(Preprocessing& p, const Source& source, std::string kind) {
  p.kind = std::move(kind);
  p.sample_shape = source.shape;
  p.sample_dtype = source.dtype;
  p.sample_maximum = source.maximum;
  p.classification = source.targets.classification;
  p.class_names = source.targets.class_names;
  p.target_width = source.targets.width;
}

Loaded load_known(const DatasetOptions& options, const Work& work) {
  const KnownDataset& known = known_dataset(options.dataset);
  Loaded out;
  out.sources = known.read(find_known_dataset(known, options.search_folders), work);
  const Source& first = out.sources.front();
  out.parts = split_first(options, first.targets, first.count, known.validation_fraction, known.test_fraction);
  if (out.sources.size() > 1) {
    if (options.test_fraction.value_or(0) > 0) {
      throw DataError(plain_message("data.two_tests", fmt::format("the data set \"{}\" has its own test part; leave out data.test_fraction", known.name)));
    }
    append_part(out.parts, 2, first.count, out.sources[1].count);
  }
  describe(out.preprocessing, first, options.dataset == "digits" ? "csv" : "idx");
  return out;
}

Source read_arrays(const std::string& kind, const fs::path& path, std::int64_t classes, bool targets, const Work& work) {
  return kind == "idx" ? read_idx_source(path, classes, targets, work) : read_npy_source(path, classes, targets, work);
}

Loaded load_arrays(const DatasetOptions& options, const Work& work) {
  Loaded out;
  out.sources.push_back(read_arrays(options.kind, options.path, 0, true, work));
  std::int64_t at = out.sources.front().count;
  out.parts = split_first(options, out.sources.front().targets, at, 0, 0);
  for (const auto& [part, path] : other_files(options)) {
    Source source = read_arrays(options.kind, path, 0, true, work);
    check_against_first(out.sources.front(), source, path);
    append_part(out.parts, part, at, source.count);
    at += source.count;
    out.sources.push_back(std::move(source));
  }
  describe(out.preprocessing, out.sources.front(), options.kind);
  return out;
}

Loaded load_images(const DatasetOptions& options, const Work& work) {
  Loaded out;
  ImageFolderRequest request;
  request.options = options.images;
  out.sources.push_back(read_image_folder(options.path, request, work));
  const Source& first = out.sources.front();
  std::int64_t at = first.count;
  out.parts = split_first(options, first.targets, at, 0, 0);
  request.options.channels = static_cast<int>(first.shape[0]);
  request.expected_size = std::array<std::int64_t, 2>{first.shape[1], first.shape[2]};
  request.class_names = first.targets.class_names;
  for (const auto& [part, path] : other_files(options)) {
    Source source = read_image_folder(path, request, work);
    append_part(out.parts, part, at, source.count);
    at += source.count;
    out.sources.push_back(std::move(source));
  }
  describe(out.preprocessing, out.sources.front(), "images");
  if (options.images.image_size) out.preprocessing.resize = options.images.resize;
  return out;
}

CsvRequest recorded_request(const Preprocessing& p, bool targets) {
  CsvRequest request;
  request.options.header = p.header;
  request.options.missing = !targets && p.missing == Missing::drop ? Missing::error : p.missing;  // predictions leave no row out
  request.with_target = targets;
  for (const ColumnMapping& column : p.columns) request.recorded.emplace_back(column.name, column.type);
  request.recorded_target = p.target;
  if (!p.classification) request.target_type = ColumnType::real;
  return request;
}

Loaded load_csv(const DatasetOptions& options, const Work& work) {
  Loaded out;
  CsvRequest request;
  request.options = options.csv;
  const Table first = read_csv(options.path, request, work);
  Targets targets = table_targets(first, {});
  out.parts = split_first(options, targets, first.rows(), 0, 0);
  Preprocessing& p = out.preprocessing;
  p.header = options.csv.header;
  p.missing = options.csv.missing;
  p.columns = fit_columns(first, out.parts[0], options.csv.missing);
  p.target = first.target().name;
  p.classification = targets.classification;
  out.sources.push_back(encode_table(first, p.columns, std::move(targets), work));
  describe(p, out.sources.front(), "csv");
  std::int64_t at = first.rows();
  for (const auto& [part, path] : other_files(options)) {
    CsvRequest other = recorded_request(p, true);
    other.target_type = first.target().type;
    const Table table = read_csv(path, other, work);
    out.sources.push_back(encode_table(table, p.columns, table_targets(table, p.class_names), work));
    append_part(out.parts, part, at, table.rows());
    at += table.rows();
  }
  return out;
}

Source read_recorded_csv(const Preprocessing& p, const fs::path& path, bool targets, const Work& work) {
  if (p.columns.empty()) return read_pixel_rows(path, p.sample_shape, p.sample_maximum, p.class_names, targets, work);
  const Table table = read_csv(path, recorded_request(p, targets), work);
  Targets values;
  values.present = false;
  if (targets) values = table_targets(table, p.class_names);
  return encode_table(table, p.columns, std::move(values), work);
}

Source read_recorded_images(const Preprocessing& p, const fs::path& path, bool targets, const Work& work) {
  ImageFolderRequest request;
  request.expected_size = std::array<std::int64_t, 2>{p.sample_shape[1], p.sample_shape[2]};
  if (p.resize) request.options.image_size = request.expected_size;
  request.options.resize = p.resize.value_or(Resize::fit);
  request.options.channels = static_cast<int>(p.sample_shape[0]);
  request.class_names = p.class_names;
  request.targets = targets;
  request.maximum = p.sample_maximum;
  return read_image_folder(path, request, work);
}

/// What a file holds is told by its content, so that a model of images takes IDX, NPY, PNG and JPEG alike.
Source read_recorded(const Preprocessing& p, const fs::path& path, bool targets, const Work& work) {
  const std::string kind = kind_of_content(path, work);
  if (kind == "csv" && (!p.columns.empty() || p.is_image())) return read_recorded_csv(p, path, targets, work);
  if (kind == "images" && p.is_image()) return read_recorded_images(p, path, targets, work);
  if (kind == "idx" || kind == "npy") {
    return read_arrays(kind, path, p.classification ? static_cast<std::int64_t>(p.class_names.size()) : 0, targets, work);
  }
  throw DataError(Message{"data.other_kind", "{path}: this is {found}, the model was trained on {expected}",
                          {{"path", shown(path)}, {"found", kind}, {"expected", p.is_image() ? "images" : "tables"}}});
}

void check_recorded(const Preprocessing& p, const Source& source, const fs::path& path) {
  const auto fail = [&](const std::string& found, const std::string& expected) {
    throw DataError(Message{"data.other_shape", "{path}: its {found}, the model was trained on {expected}",
                            {{"path", shown(path)}, {"found", found}, {"expected", expected}}});
  };
  if (source.shape != p.sample_shape || source.dtype != p.sample_dtype) {
    fail(fmt::format("samples are {} {}", dtype_name(source.dtype), source.shape.to_string()),
         fmt::format("{} {}", dtype_name(p.sample_dtype), p.sample_shape.to_string()));
  }
  if (source.targets.present && source.targets.classification != p.classification) {
    fail(source.targets.classification ? "targets are labels" : "targets are real numbers", p.classification ? "labels" : "real numbers");
  }
  if (source.targets.present && source.targets.width != p.target_width) {
    fail(fmt::format("targets have {} values", source.targets.width), fmt::format("{}", p.target_width));
  }
}

}  // namespace

Loaded load_sources(const DatasetOptions& options, const Work& work) {
  if (!options.dataset.empty()) return load_known(options, work);
  if (options.kind == "csv") return load_csv(options, work);
  if (options.kind == "idx" || options.kind == "npy") return load_arrays(options, work);
  if (options.kind == "images") return load_images(options, work);
  throw ValueError(Message{"data.unknown_kind", "unknown kind of data \"{kind}\"; allowed are \"csv\", \"idx\", \"npy\", \"images\"", {{"kind", options.kind}}});
}

std::vector<Source> load_recorded(const Preprocessing& p, const std::vector<fs::path>& paths, bool targets, const Work& work) {
  std::vector<Source> sources;
  for (const fs::path& path : paths) {
    sources.push_back(read_recorded(p, path, targets, work));
    check_recorded(p, sources.back(), path);
    if (p.classification) sources.back().targets.class_names = p.class_names;
  }
  return sources;
}

}  // namespace lockstep::engine::data
