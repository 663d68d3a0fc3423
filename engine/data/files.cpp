#include "engine/data/files.h"

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/core/host_memory.h"

namespace lockstep::engine::data {

namespace {

constexpr std::size_t piece = std::size_t{1} << 20U;  // between two looks at the stop token

struct Close {
  void operator()(std::FILE* file) const noexcept { std::fclose(file); }
};

[[noreturn]] void fail_to_read(const std::filesystem::path& path, const std::string& reason) {
  throw FileError(Message{"file.unreadable", "can't read {path}: {reason}", {{"path", shown(path)}, {"reason", reason}}});
}

[[noreturn]] void fail_gzip(const std::string& path, const std::string& reason) {
  throw DataError(Message{"data.gzip", "{path}: damaged gzip data: {reason}", {{"path", path}, {"reason", reason}}});
}

/// An inflater that is always ended.
class Inflater {
 public:
  explicit Inflater(int window_bits) {
    if (inflateInit2(&stream_, window_bits) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  z_stream* operator->() noexcept { return &stream_; }
  int run() noexcept { return ::inflate(&stream_, Z_NO_FLUSH); }
  void reset() noexcept { inflateReset(&stream_); }

 private:
  z_stream stream_{};
};

Bytef* zbytes(const std::byte* data) noexcept { return const_cast<Bytef*>(reinterpret_cast<const Bytef*>(data)); }

}  // namespace

// Half: the other half is for tensors.
std::size_t default_memory_budget() { return usable_host_memory() / 2; }

Work::Work(const LoadContext& context)
    : context_(context),
      budget_(context.memory_budget != 0 ? context.memory_budget : default_memory_budget()),
      cache_(std::min(budget_, context.image_cache)) {}

void Work::check() const {
  if (context_.stop.stop_requested()) throw Stopped();
}

void Work::progress(std::string_view what, std::int64_t done, std::int64_t total) const {
  if (context_.progress) context_.progress(what, done, total);
}

void Work::reserve(const std::string& path, std::uint64_t bytes) const {
  if (bytes <= budget_) return;
  throw OutOfMemory(Message{"data.memory",
                            "{path} needs {asked} bytes of memory, the budget for data is {budget} bytes; use a smaller file or a "
                            "machine with more memory",
                            {{"path", path}, {"asked", fmt::format("{}", bytes)}, {"budget", fmt::format("{}", budget_)}}});
}

std::string shown(const std::filesystem::path& path) { return path.string(); }

Bytes read_file(const std::filesystem::path& path, const Work& work) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) fail_to_read(path, "it is a folder");
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
  if (!file) fail_to_read(path, std::strerror(errno));
  const auto expected = std::filesystem::file_size(path, error);
  Bytes bytes;
  if (!error) {
    work.reserve(shown(path), expected);
    bytes.reserve(expected);
  }
  for (;;) {  // not by the expected size alone: a pipe has none, a growing file a wrong one
    work.check();
    const std::size_t old = bytes.size();
    work.reserve(shown(path), old);
    bytes.resize(old + std::min(piece, error || expected <= old ? std::size_t{4096} : expected - old));
    const std::size_t got = std::fread(bytes.data() + old, 1, bytes.size() - old, file.get());
    bytes.resize(old + got);
    if (std::ferror(file.get()) != 0) fail_to_read(path, std::strerror(errno));
    if (got == 0) return bytes;
  }
}

bool is_gzip(std::span<const std::byte> bytes) noexcept {
  return bytes.size() >= 2 && bytes[0] == std::byte{0x1f} && bytes[1] == std::byte{0x8b};
}

Bytes gunzip(std::span<const std::byte> packed, const std::string& path, const Work& work) {
  Inflater inflater(15 + 16);
  Bytes out;
  std::size_t taken = 0;
  for (;;) {
    work.check();
    const std::size_t old = out.size();
    work.reserve(path, old + 1);
    if (out.capacity() - old < piece) out.reserve(std::max(out.capacity() * 2, old + piece));
    out.resize(old + piece);
    const std::size_t offered = std::min(packed.size() - taken, std::size_t{1} << 30U);
    inflater->next_in = zbytes(packed.data() + taken);
    inflater->avail_in = static_cast<uInt>(offered);
    inflater->next_out = zbytes(out.data() + old);
    inflater->avail_out = static_cast<uInt>(piece);
    const int result = inflater.run();
    taken += offered - inflater->avail_in;
    out.resize(old + piece - inflater->avail_out);
    if (result == Z_STREAM_END) {
      const auto rest = packed.subspan(taken);
      if (std::all_of(rest.begin(), rest.end(), [](std::byte b) { return b == std::byte{0}; })) return out;  // padding of tapes
      if (!is_gzip(rest)) fail_gzip(path, fmt::format("{} unknown bytes after its end", rest.size()));
      inflater.reset();
    } else if (result == Z_BUF_ERROR || (result == Z_OK && taken == packed.size() && inflater->avail_out != 0)) {
      fail_gzip(path, "it ends too early");
    } else if (result != Z_OK) {
      fail_gzip(path, inflater->msg != nullptr ? inflater->msg : "unknown error");
    }
  }
}

Bytes read_file_unpacked(const std::filesystem::path& path, const Work& work) {
  Bytes bytes = read_file(path, work);
  return is_gzip(bytes) ? gunzip(bytes, shown(path), work) : bytes;
}

Bytes inflate_exactly(std::span<const std::byte> packed, std::size_t size, const std::string& path) {
  const auto fail = [&](const std::string& reason) {
    throw DataError(Message{"data.zip", "{path}: damaged ZIP data: {reason}", {{"path", path}, {"reason", reason}}});
  };
  Inflater inflater(-15);
  Bytes out(size + 1);  // one more, so that too much is seen
  std::size_t taken = 0;
  std::size_t given = 0;
  for (;;) {
    const std::size_t offered = std::min(packed.size() - taken, std::size_t{1} << 30U);
    const std::size_t room = std::min(out.size() - given, std::size_t{1} << 30U);
    inflater->next_in = zbytes(packed.data() + taken);
    inflater->avail_in = static_cast<uInt>(offered);
    inflater->next_out = zbytes(out.data() + given);
    inflater->avail_out = static_cast<uInt>(room);
    const int result = inflater.run();
    const std::size_t produced = room - inflater->avail_out;
    taken += offered - inflater->avail_in;
    given += produced;
    if (given > size) fail("it is larger than its header says");
    if (result == Z_STREAM_END) break;
    if (result != Z_OK || (produced == 0 && inflater->avail_in == offered)) fail(inflater->msg != nullptr ? inflater->msg : "it ends too early");
  }
  if (given != size) fail("it is smaller than its header says");
  out.resize(size);
  return out;
}

}  // namespace lockstep::engine::data
