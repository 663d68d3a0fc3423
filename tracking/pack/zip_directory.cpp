// The format: PKWARE's APPNOTE.TXT 6.3.10, sections 4.3.7 (an entry's own header), 4.3.12 (the directory), 4.3.14–4.3.16 (its end).
#include "tracking/pack/zip_directory.h"

#include <sys/stat.h>

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "tracking/pack/zip.h"

namespace lockstep::tracking::pack {

namespace {

constexpr std::size_t end_size = 22;
constexpr std::size_t locator_size = 20;
constexpr std::size_t end64_size = 56;
constexpr std::size_t entry_size = 46;
constexpr std::size_t local_size = 30;
constexpr std::uint64_t regular_file = S_IFREG >> 12U;
constexpr std::uint64_t dos_folder = 0x10;
constexpr std::size_t most_of_entry = 512;  // names, extra fields: what a pack's entries have is a quarter of it

class Directory {
 public:
  Directory(const std::string& name, std::uint64_t file_bytes, std::size_t most, const ReadAt& read_at)
      : name_(name), file_bytes_(file_bytes), most_(most), read_at_(read_at) {}

  void check() {
    find();
    if (count_ > most_) refuse(name_, fmt::format("it holds {} entries; at most {} are unpacked", count_, most_));
    if (size_ > count_ * most_of_entry || offset_ > file_bytes_ || size_ > file_bytes_ - offset_) damaged();
    const std::string bytes = read_at_(offset_, static_cast<std::size_t>(size_));
    if (bytes.size() != size_) damaged();
    std::size_t at = 0;
    for (std::uint64_t i = 0; i < count_; ++i) at += check_entry(std::string_view(bytes).substr(at));
    if (at != size_) damaged();
  }

 private:
  [[noreturn]] void damaged() const { refuse(name_, "it is no ZIP file, or not all of one"); }

  [[nodiscard]] static std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t size) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
    return value;
  }

  void find() {
    if (file_bytes_ < end_size) damaged();
    const std::string end = read_at_(file_bytes_ - end_size, end_size);
    if (end.size() != end_size || !end.starts_with("PK\5\6") || number(end, 20, 2) != 0) damaged();
    count_ = number(end, 10, 2);
    size_ = number(end, 12, 4);
    offset_ = number(end, 16, 4);
    if (file_bytes_ < end_size + locator_size) return;
    const std::string locator = read_at_(file_bytes_ - end_size - locator_size, locator_size);
    if (!locator.starts_with("PK\6\7")) return;
    const std::string end64 = read_at_(number(locator, 8, 8), end64_size);
    if (end64.size() != end64_size || !end64.starts_with("PK\6\6")) damaged();
    count_ = number(end64, 32, 8);
    size_ = number(end64, 40, 8);
    offset_ = number(end64, 48, 8);
  }

  /// Its size.
  std::size_t check_entry(std::string_view bytes) const {
    if (bytes.size() < entry_size || !bytes.starts_with("PK\1\2")) damaged();
    const auto name_size = static_cast<std::size_t>(number(bytes, 28, 2));
    const auto extra_size = static_cast<std::size_t>(number(bytes, 30, 2));
    const std::size_t all = entry_size + name_size + extra_size + static_cast<std::size_t>(number(bytes, 32, 2));
    if (bytes.size() < all) damaged();
    const std::string_view entry = bytes.substr(entry_size, name_size);
    check_name(entry);
    // The mode of Unix above, DOS' bit of a folder below; libarchive takes pipes and sockets for files.
    const std::uint64_t attributes = number(bytes, 38, 4);
    const std::uint64_t type = attributes >> 28U;
    if ((type != 0 && type != regular_file) || (attributes & dos_folder) != 0)
      refuse(name_, fmt::format("its entry \"{}\" is a link, a folder or a device, not a file", entry));
    const std::uint64_t at = place(bytes, bytes.substr(entry_size + name_size, extra_size));
    const std::string local = read_at_(at, local_size + name_size);
    if (local.size() != local_size + name_size || !local.starts_with("PK\3\4")) damaged();
    if (number(local, 26, 2) != name_size || std::string_view(local).substr(local_size) != entry) {
      refuse(name_, fmt::format("its entry \"{}\" has another name at its content", entry));
    }
    return all;
  }

  void check_name(std::string_view entry) const {
    const bool plain =
        std::all_of(entry.begin(), entry.end(), [](char c) { return c > 0x20 && c < 0x7F && c != '\\'; });
    if (entry.empty() || !plain)
      refuse(name_, "it holds an entry whose name is not made of letters, digits and slashes");
  }

  /// Where the entry's own header is: in the extra field 1 when it doesn't fit, behind the sizes that don't fit either.
  [[nodiscard]] std::uint64_t place(std::string_view entry, std::string_view extra) const {
    const std::uint64_t offset = number(entry, 42, 4);
    if (offset != 0xFFFFFFFFU) return offset;
    std::size_t skip = 0;
    for (const std::size_t at : {std::size_t{24}, std::size_t{20}}) skip += number(entry, at, 4) == 0xFFFFFFFFU ? 8 : 0;
    for (std::size_t at = 0; at + 4 <= extra.size(); at += 4 + static_cast<std::size_t>(number(extra, at + 2, 2))) {
      if (number(extra, at, 2) == 1 && at + 4 + skip + 8 <= extra.size()) return number(extra, at + 4 + skip, 8);
    }
    damaged();
  }

  const std::string& name_;
  std::uint64_t file_bytes_;
  std::size_t most_;
  const ReadAt& read_at_;
  std::uint64_t count_ = 0;
  std::uint64_t size_ = 0;
  std::uint64_t offset_ = 0;
};

}  // namespace

void check_directory(const std::string& name, std::uint64_t file_bytes, std::size_t most, const ReadAt& read_at) {
  Directory(name, file_bytes, most, read_at).check();
}

}  // namespace lockstep::tracking::pack
