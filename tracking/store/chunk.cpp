// The chunk codec. Planes are tried with zlib only when their bytes are uneven enough to gain by it: noise costs no time.
#include "tracking/store/chunk.h"

#include <zlib.h>

#include <algorithm>
#include <array>

namespace lockstep::tracking::store {
namespace {

using engine::FileError;
using Words = std::vector<std::uint64_t>;

constexpr std::uint8_t format_version = 1;
constexpr std::size_t checksum_at = 8;
constexpr std::size_t header_size = 12;
enum : std::uint8_t { steps_regular = 0, steps_differences = 1 };
enum : std::uint8_t { values_bits = 0, values_f32 = 1, values_differences = 2 };
enum : std::uint8_t { plane_constant = 0, plane_raw = 1, plane_zlib = 2 };

[[noreturn]] void damaged(const char* what) {
  throw FileError({"store.damaged_data", "stored points are damaged: {what}", {{"what", what}}});
}

/// CRC-32 of the whole piece but the checksum itself.
std::uint32_t checksum(std::span<const std::byte> piece) {
  const auto* bytes = reinterpret_cast<const Bytef*>(piece.data());
  return static_cast<std::uint32_t>(
      ::crc32_z(::crc32_z(0, bytes, checksum_at), bytes + header_size, piece.size() - header_size));
}

/// Twice as uneven as noise, by the chance that two points have the same byte.
bool worth_compressing(std::span<const std::uint8_t> plane) {
  std::array<std::uint32_t, 256> counts = {};
  for (const std::uint8_t byte : plane) ++counts[byte];
  double collisions = 0;
  for (const std::uint32_t count : counts) collisions += static_cast<double>(count) * count;
  const double n = static_cast<double>(plane.size());
  return plane.size() >= 64 && collisions > n * n / 128 + n;
}

void put_plane(std::span<const std::uint8_t> plane, Bytes& out) {
  if (std::all_of(plane.begin(), plane.end(), [&](std::uint8_t byte) { return byte == plane.front(); })) {
    put(out, std::uint8_t{plane_constant});
    put(out, plane.front());
    return;
  }
  if (worth_compressing(plane)) {
    std::vector<Bytef> packed(::compressBound(plane.size()));
    uLongf size = packed.size();
    const bool done = ::compress2(packed.data(), &size, plane.data(), plane.size(), 1) == Z_OK;
    if (done && size + 4 < plane.size()) {
      put(out, std::uint8_t{plane_zlib});
      put(out, static_cast<std::uint32_t>(size));
      put_bytes(out, std::as_bytes(std::span(packed.data(), size)));
      return;
    }
  }
  put(out, std::uint8_t{plane_raw});
  put_bytes(out, std::as_bytes(plane));
}

void put_planes(const Words& words, int width, Bytes& out) {
  std::vector<std::uint8_t> plane(words.size());
  for (int place = 0; place < width; ++place) {
    for (std::size_t i = 0; i < words.size(); ++i) plane[i] = static_cast<std::uint8_t>(words[i] >> (8 * place));
    put_plane(plane, out);
  }
}

Words get_planes(ByteReader& in, std::size_t points, int width) {
  Words words(points, 0);
  std::vector<std::uint8_t> unpacked;
  for (int place = 0; place < width; ++place) {
    const auto kind = in.get<std::uint8_t>();
    if (kind == plane_constant) {
      const std::uint64_t byte = std::uint64_t{in.get<std::uint8_t>()} << (8 * place);
      if (byte == 0) continue;
      for (std::uint64_t& word : words) word |= byte;
      continue;
    }
    const std::uint8_t* plane = nullptr;
    if (kind == plane_raw) {
      plane = reinterpret_cast<const std::uint8_t*>(in.take(points).data());
    } else if (kind == plane_zlib) {
      const auto packed = in.take(in.get<std::uint32_t>());
      unpacked.resize(points);
      uLongf size = points;
      const int result =
          ::uncompress(unpacked.data(), &size, reinterpret_cast<const Bytef*>(packed.data()), packed.size());
      if (result != Z_OK || size != points) damaged("a compressed part can't be read");
      plane = unpacked.data();
    } else {
      damaged("an unknown kind of part");
    }
    for (std::size_t i = 0; i < points; ++i) words[i] |= std::uint64_t{plane[i]} << (8 * place);
  }
  return words;
}

std::uint64_t zigzag(std::uint64_t difference) { return (difference << 1) ^ (0 - (difference >> 63)); }
std::uint64_t unzigzag(std::uint64_t word) { return (word >> 1) ^ (0 - (word & 1)); }
std::uint64_t unsigned_of(std::int64_t value) { return static_cast<std::uint64_t>(value); }

void put_steps(std::span<const std::int64_t> steps, Bytes& out) {
  // Differences wrap around in u64, so that every pair of steps has one.
  const std::uint64_t stride = steps.size() > 1 ? unsigned_of(steps[1]) - unsigned_of(steps[0]) : 0;
  Words differences(steps.size(), zigzag(stride));
  bool regular = true;
  for (std::size_t i = 1; i < steps.size(); ++i) {
    const std::uint64_t difference = unsigned_of(steps[i]) - unsigned_of(steps[i - 1]);
    regular = regular && difference == stride;
    differences[i] = zigzag(difference);
  }
  put(out, steps.front());
  if (regular) {
    put(out, stride);
  } else {
    put_planes(differences, 8, out);
  }
  out[1] = std::byte{regular ? steps_regular : steps_differences};
}

void get_steps(ByteReader& in, std::uint8_t mode, std::size_t points, std::vector<std::int64_t>& steps) {
  if (mode > steps_differences) damaged("an unknown form of steps");
  std::uint64_t step = in.get<std::uint64_t>();
  if (mode == steps_regular) {
    const auto stride = in.get<std::uint64_t>();
    for (std::size_t i = 0; i < points; ++i, step += stride) steps.push_back(static_cast<std::int64_t>(step));
    return;
  }
  const Words differences = get_planes(in, points, 8);
  for (std::size_t i = 0; i < points; ++i) {
    if (i > 0) step += unzigzag(differences[i]);
    steps.push_back(static_cast<std::int64_t>(step));
  }
}

bool is_exact_f32(std::uint64_t bits) {
  const auto narrow = static_cast<float>(std::bit_cast<double>(bits));
  return std::bit_cast<std::uint64_t>(static_cast<double>(narrow)) == bits;
}

void put_values(std::span<const std::uint64_t> bits, std::size_t mode_at, Bytes& out) {
  Words words(bits.begin(), bits.end());
  std::uint8_t mode = values_bits;
  if (std::all_of(bits.begin(), bits.end(), is_exact_f32)) {
    mode = values_f32;
    for (std::uint64_t& word : words)
      word = std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(word)));
  } else if (bits.size() > 1 && std::is_sorted(bits.begin(), bits.end())) {
    mode = values_differences;  // times, counters
    put(out, bits.front());
    for (std::size_t i = words.size(); i-- > 1;) words[i] -= words[i - 1];
    words[0] = words[1];
  }
  put_planes(words, mode == values_f32 ? 4 : 8, out);
  out[mode_at] = std::byte{mode};
}

void get_values(ByteReader& in, std::uint8_t mode, std::size_t points, std::vector<std::uint64_t>& bits) {
  if (mode > values_differences) damaged("an unknown form of values");
  std::uint64_t first = mode == values_differences ? in.get<std::uint64_t>() : 0;
  Words words = get_planes(in, points, mode == values_f32 ? 4 : 8);
  if (mode == values_f32) {
    for (std::uint64_t& word : words) {
      word = std::bit_cast<std::uint64_t>(static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(word))));
    }
  } else if (mode == values_differences) {
    words[0] = first;
    for (std::size_t i = 1; i < words.size(); ++i) words[i] += words[i - 1];
  }
  bits.insert(bits.end(), words.begin(), words.end());
}

}  // namespace

void encode_points(std::span<const std::int64_t> steps, std::span<const std::uint64_t> bits, Bytes& out) {
  Bytes encoded;
  encoded.reserve(header_size + 16 + bits.size() * 8 + 64);
  put(encoded, format_version);
  put(encoded, std::uint8_t{0});
  put(encoded, std::uint8_t{0});
  put(encoded, std::uint8_t{0});
  put(encoded, static_cast<std::uint32_t>(steps.size()));
  put(encoded, std::uint32_t{0});
  put_steps(steps, encoded);
  put_values(bits, 2, encoded);
  const std::uint32_t sum = checksum(encoded);
  std::memcpy(encoded.data() + checksum_at, &sum, sizeof sum);
  put_bytes(out, encoded);
}

void decode_points(std::span<const std::byte> data, std::vector<std::int64_t>& steps,
                   std::vector<std::uint64_t>& bits) {
  ByteReader in(data);
  if (in.get<std::uint8_t>() != format_version) damaged("an unknown version");
  const auto step_mode = in.get<std::uint8_t>();
  const auto value_mode = in.get<std::uint8_t>();
  if (in.get<std::uint8_t>() != 0) damaged("its header is not one");
  const std::size_t points = in.get<std::uint32_t>();
  if (points == 0 || points > max_chunk_points) damaged("an impossible number of points");
  if (in.get<std::uint32_t>() != checksum(data)) damaged("its checksum is wrong");
  get_steps(in, step_mode, points, steps);
  get_values(in, value_mode, points, bits);
  if (!in.empty()) damaged("it is longer than it should be");
}

}  // namespace lockstep::tracking::store
