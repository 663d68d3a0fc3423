#include "support_pack.h"

#include <archive.h>
#include <archive_entry.h>

#include <atomic>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <zlib.h>
#include <nlohmann/json.hpp>

#include "engine/core/sha256.h"

namespace lockstep::test {
namespace fs = std::filesystem;

namespace {

/// Stops a run after a step.
class Stopper : public tracking::SessionListener {
 public:
  explicit Stopper(std::int64_t at) : at_(at) {}
  void step(const engine::train::StepEvent& event) override { step_ = event.step; }
  engine::train::Control control() override {
    return at_ > 0 && step_ >= at_ ? engine::train::Control::stop : engine::train::Control::run;
  }

 private:
  std::int64_t at_;
  std::atomic<std::int64_t> step_{0};  // a thread that waits while the run prepares asks too
};

void check(struct archive* archive, int result) {
  if (result != ARCHIVE_OK) throw std::runtime_error(archive_error_string(archive));
}

unsigned filetype(Kind kind) {
  switch (kind) {
    case Kind::symlink: return AE_IFLNK;
    case Kind::folder: return AE_IFDIR;
    case Kind::file: break;
  }
  return AE_IFREG;
}

void put_u32(std::string& out, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>((value >> shift) & 0xFFU);
}

void put_chunk(std::string& out, const std::string& type, const std::string& data) {
  put_u32(out, static_cast<std::uint32_t>(data.size()));
  const std::string body = type + data;
  out += body;
  put_u32(out, static_cast<std::uint32_t>(
                   ::crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()))));
}

}  // namespace

Workshop::Workshop() : root_(fs::path(folder_.path().toStdString()) / "ein 'Ordner' ü 资料") {
  fs::create_directories(root_);
  qputenv("XDG_CACHE_HOME", folder_.filePath("cache").toUtf8());
}

fs::path Workshop::write(std::string_view name, std::string_view text) const {
  const fs::path file = path(name);
  fs::create_directories(file.parent_path());
  std::ofstream out(file, std::ios::binary);
  out << text;
  if (!out.flush()) throw std::runtime_error("can't write " + file.string());
  return file;
}

tracking::SessionResult Workshop::train(tracking::Project& project, const std::string& config,
                                        const fs::path& config_file, const std::vector<std::string>& overrides,
                                        std::int64_t stop_at) {
  tracking::TrainRequest request;
  request.source = {config, config_file};
  request.overrides = overrides;
  request.code_folder = config_file.parent_path();
  request.threads = 1;
  Stopper listener(stop_at);
  tracking::SessionResult result = tracking::train_run(project, request, listener);
  if (result.error) std::rethrow_exception(result.error);
  return result;
}

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::map<std::string, std::string> snapshot(const fs::path& folder) {
  std::map<std::string, std::string> found;
  if (!fs::exists(folder)) return found;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().lexically_relative(folder).string();
    if (entry.is_symlink()) found[name] = "link";
    else if (entry.is_directory()) found[name + "/"] = "";
    else found[name] = read(entry.path());
  }
  return found;
}

void write_zip(const fs::path& file, const std::vector<ZipItem>& items) {
  struct archive* out = archive_write_new();
  check(out, archive_write_set_format_zip(out));
  check(out, archive_write_open_filename(out, file.c_str()));
  for (const ZipItem& item : items) {
    struct archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, item.name.c_str());
    archive_entry_set_filetype(entry, filetype(item.kind));
    archive_entry_set_perm(entry, 0644);
    if (item.kind == Kind::symlink) archive_entry_set_symlink(entry, item.content.c_str());
    const bool has_content = item.kind == Kind::file;
    archive_entry_set_size(entry, has_content ? static_cast<la_int64_t>(item.content.size()) : 0);
    check(out, archive_write_header(out, entry));
    if (has_content && !item.content.empty() && archive_write_data(out, item.content.data(), item.content.size()) < 0)
      throw std::runtime_error(archive_error_string(out));
    archive_entry_free(entry);
  }
  check(out, archive_write_close(out));
  archive_write_free(out);
}

std::vector<ZipItem> read_zip(const fs::path& file) {
  struct archive* in = archive_read_new();
  archive_read_support_format_zip_seekable(in);
  check(in, archive_read_open_filename(in, file.c_str(), 1 << 16));
  std::vector<ZipItem> items;
  struct archive_entry* entry = nullptr;
  while (archive_read_next_header(in, &entry) == ARCHIVE_OK) {
    ZipItem item{archive_entry_pathname(entry), {}, Kind::file};
    char buffer[4096];
    la_ssize_t size = 0;
    while ((size = archive_read_data(in, buffer, sizeof buffer)) > 0)
      item.content.append(buffer, static_cast<std::size_t>(size));
    items.push_back(std::move(item));
  }
  archive_read_free(in);
  return items;
}

std::vector<ZipItem> with_fitting_manifest(std::vector<ZipItem> items) {
  nlohmann::json manifest = nlohmann::json::parse(items.front().content);
  manifest["entries"] = nlohmann::json::array();
  for (std::size_t i = 1; i < items.size(); ++i) {
    manifest["entries"].push_back({{"path", items[i].name},
                                   {"bytes", items[i].content.size()},
                                   {"sha256", engine::sha256_hex(items[i].content)}});
  }
  items.front().content = manifest.dump();
  return items;
}

ZipItem& item(std::vector<ZipItem>& items, std::string_view name) {
  for (ZipItem& one : items) {
    if (one.name == name) return one;
  }
  throw std::runtime_error("the pack has no " + std::string(name));
}

std::string table(int rows) {
  std::string text = "a,b,label\n";
  for (int i = 0; i < rows; ++i)
    text += std::to_string(i % 7) + "," + std::to_string((i * 3) % 5) + "," + std::to_string((i % 7 + i * 3 % 5) % 2) +
            "\n";
  return text;
}

std::string table_config() {
  return R"(config_version = 1
[run]
name = "table"
tags = ["first", "zweite ü"]
notes = "notes 中文"
[data]
kind = "csv"
path = "data/train.csv"
validation_path = "other/valid.csv"
target = "label"
batch_size = 8
[[model.layers]]
type = "Linear"
out_features = 6
[[model.layers]]
type = "ReLU"
[[model.layers]]
type = "Dropout"
p = 0.1
[[model.layers]]
type = "Linear"
out_features = 2
[optimizer]
type = "AdamW"
learning_rate = 0.01
[train]
epochs = 4
checkpoint_interval = 3
)";
}

std::string image(int shade) {
  std::string header;
  put_u32(header, 8);
  put_u32(header, 8);
  header += std::string("\x08\x00\x00\x00\x00", 5);  // 8 bits, grey
  std::string rows;
  for (int y = 0; y < 8; ++y) {
    rows += '\0';
    for (int x = 0; x < 8; ++x) rows += static_cast<char>((shade + 3 * x + 5 * y) % 256);
  }
  uLongf size = ::compressBound(static_cast<uLong>(rows.size()));
  std::string packed(size, '\0');
  ::compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(rows.data()),
             static_cast<uLong>(rows.size()));
  packed.resize(size);
  std::string out("\x89PNG\r\n\x1a\n", 8);
  put_chunk(out, "IHDR", header);
  put_chunk(out, "IDAT", packed);
  put_chunk(out, "IEND", {});
  return out;
}

}  // namespace lockstep::test
