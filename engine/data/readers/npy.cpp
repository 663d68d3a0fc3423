// The NPY header is a Python literal of known form; this reads exactly that form.
#include "engine/data/readers/npy.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

#include <fmt/format.h>

#include "engine/core/error.h"

namespace lockstep::engine::data {

namespace {

constexpr std::size_t max_header = 65536;
constexpr std::int64_t elements_between_checks = 1 << 20;

[[noreturn]] void fail(const std::string& path, const std::string& reason) {
  throw DataError(Message{"data.npy", "{path}: {reason}", {{"path", path}, {"reason", reason}}});
}

struct Header {
  std::string descr;
  bool fortran = false;
  Shape shape;
  std::size_t data = 0;  ///< where the values begin
};

/// Reads {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }.
class HeaderParser {
 public:
  HeaderParser(std::string_view text, const std::string& path) : text_(text), path_(path) {}

  Header parse() {
    Header header;
    expect('{');
    int seen = 0;
    while (!take('}')) {
      const std::string key = quoted();
      expect(':');
      if (key == "descr") header.descr = descr(), seen |= 1;
      else if (key == "fortran_order") header.fortran = boolean(), seen |= 2;
      else if (key == "shape") header.shape = tuple(), seen |= 4;
      else fail(path_, fmt::format("unknown key '{}' in its header", key));
      if (!take(',')) {
        expect('}');
        break;
      }
    }
    if (seen != 7) fail(path_, "its header lacks 'descr', 'fortran_order' or 'shape'");
    return header;
  }

 private:
  void skip() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) ++at_;
  }
  bool take(char c) {
    skip();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) fail(path_, fmt::format("damaged header: expected '{}' at its character {}", c, at_));
  }
  std::string quoted() {
    const char quote = take('"') ? '"' : '\'';
    if (quote == '\'') expect('\'');
    const std::size_t end = text_.find(quote, at_);
    if (end == std::string_view::npos) fail(path_, "damaged header: a quote that does not end");
    std::string out(text_.substr(at_, end - at_));
    at_ = end + 1;
    return out;
  }
  std::string descr() {
    skip();
    if (at_ < text_.size() && text_[at_] == '[') fail(path_, "structured arrays can't be read; save plain numeric arrays");
    return quoted();
  }
  bool boolean() {
    skip();
    for (const auto& [word, value] : {std::pair<std::string_view, bool>{"True", true}, {"False", false}}) {
      if (text_.substr(at_).starts_with(word)) {
        at_ += word.size();
        return value;
      }
    }
    fail(path_, "damaged header: 'fortran_order' must be True or False");
  }
  Shape tuple() {
    Shape shape;
    expect('(');
    while (!take(')')) {
      skip();
      std::int64_t size = 0;
      const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), size);
      if (error != std::errc() || size < 0) fail(path_, "damaged header: 'shape' must hold sizes");
      at_ = static_cast<std::size_t>(end - text_.data());
      take('L');  // Python 2
      if (shape.size() == max_rank) fail(path_, "it has more than eight dimensions");
      shape.push_back(size);
      if (!take(',')) {
        expect(')');
        break;
      }
    }
    return shape;
  }

  std::string_view text_;
  const std::string& path_;
  std::size_t at_ = 0;
};

Header read_header(std::span<const std::byte> bytes, const std::string& path) {
  static constexpr std::string_view magic = "\x93NUMPY";
  if (!as_text(bytes).starts_with(magic) || bytes.size() < 10) fail(path, "not an NPY file");
  const auto byte = [&](std::size_t i) { return std::to_integer<std::size_t>(bytes[i]); };
  const std::size_t version = byte(6);
  if (version < 1 || version > 3) fail(path, fmt::format("NPY version {} is unknown; 1 to 3 can be read", version));
  std::size_t begin = 10;
  std::size_t size = byte(8) | byte(9) << 8U;
  if (version >= 2) {
    begin = 12;
    if (bytes.size() < begin) fail(path, "it ends within its header");
    size |= byte(10) << 16U | byte(11) << 24U;
  }
  if (size > max_header) fail(path, fmt::format("its header of {} bytes is impossibly long", size));
  if (bytes.size() - begin < size) fail(path, "it ends within its header");
  Header header = HeaderParser(as_text(bytes.subspan(begin, size)), path).parse();
  header.data = begin + size;
  return header;
}

template <class From, class To>
struct Decode {
  std::span<const std::byte> data;
  bool swap;
  To operator()(std::int64_t i) const noexcept {
    std::array<std::byte, sizeof(From)> raw;
    std::memcpy(raw.data(), data.data() + static_cast<std::size_t>(i) * sizeof(From), sizeof(From));
    if (swap) std::reverse(raw.begin(), raw.end());
    const From value = std::bit_cast<From>(raw);
    if constexpr (std::is_same_v<From, float16>) return static_cast<To>(static_cast<float>(value));
    else return static_cast<To>(value);
  }
};

/// Where element i of row-major order lies in Fortran order.
class FortranIndex {
 public:
  explicit FortranIndex(const Shape& shape) : shape_(shape) {
    std::int64_t stride = 1;
    for (std::size_t d = 0; d < shape.size(); ++d) {
      strides_.push_back(stride);
      stride *= shape[d];
    }
  }
  [[nodiscard]] std::int64_t operator()(std::int64_t i) const noexcept {
    std::int64_t at = 0;
    for (std::size_t d = shape_.size(); d-- > 0;) {
      at += i % shape_[d] * strides_[d];
      i /= shape_[d];
    }
    return at;
  }

 private:
  Shape shape_;
  Strides strides_;
};

template <class From, class To>
HostArray decoded(std::span<const std::byte> data, const Header& header, bool swap, const Work* work) {
  HostArray out(dtype_of<To>(), header.shape);
  const Decode<From, To> decode{data, swap};
  const FortranIndex index(header.shape);
  const bool fortran = header.fortran && header.shape.size() > 1;
  const std::int64_t count = header.shape.numel();
  for (std::int64_t begin = 0; begin < count; begin += elements_between_checks) {
    if (work != nullptr) work->check();
    const std::int64_t end = std::min(count, begin + elements_between_checks);
    auto* to = out.as<To>();
    if (fortran) {
      for (std::int64_t i = begin; i < end; ++i) to[i] = decode(index(i));
    } else {
      for (std::int64_t i = begin; i < end; ++i) to[i] = decode(i);
    }
  }
  return out;
}

using Decoder = HostArray (*)(std::span<const std::byte>, const Header&, bool, const Work*);

struct NpyType {
  std::string_view code;
  std::size_t size;
  Decoder decode;
};

constexpr NpyType npy_types[] = {
    {"b1", 1, decoded<std::uint8_t, std::uint8_t>}, {"u1", 1, decoded<std::uint8_t, std::uint8_t>},
    {"i1", 1, decoded<std::int8_t, std::int64_t>},  {"i2", 2, decoded<std::int16_t, std::int64_t>},
    {"u2", 2, decoded<std::uint16_t, std::int64_t>}, {"i4", 4, decoded<std::int32_t, std::int64_t>},
    {"u4", 4, decoded<std::uint32_t, std::int64_t>}, {"i8", 8, decoded<std::int64_t, std::int64_t>},
    {"u8", 8, decoded<std::uint64_t, std::int64_t>}, {"f2", 2, decoded<float16, float>},
    {"f4", 4, decoded<float, float>},                {"f8", 8, decoded<double, double>}};

const NpyType& type_of(const std::string& descr, const std::string& path) {
  if (descr.size() == 3 && std::string_view("<>=|").find(descr[0]) != std::string_view::npos) {
    for (const NpyType& type : npy_types) {
      if (std::string_view(descr).substr(1) == type.code) return type;
    }
  }
  fail(path, fmt::format("elements of type '{}' can't be read; integers, float16, float32, float64 and bool can", descr));
}

}  // namespace

FileArray parse_npy(std::span<const std::byte> bytes, const std::string& name, const Work* work) {
  const Header header = read_header(bytes, name);
  const NpyType& type = type_of(header.descr, name);
  std::uint64_t expected = type.size;
  for (const std::int64_t size : header.shape) {
    if (__builtin_mul_overflow(expected, static_cast<std::uint64_t>(size), &expected)) fail(name, "its header's sizes are impossibly large");
  }
  const auto data = bytes.subspan(header.data);
  if (data.size() != expected) {
    fail(name, fmt::format("its header says {} of '{}' = {} bytes of data, it has {}", header.shape.to_string(), header.descr, expected, data.size()));
  }
  static_assert(std::endian::native == std::endian::little);
  return {type.decode(data, header, header.descr[0] == '>', work), name};
}

}  // namespace lockstep::engine::data
