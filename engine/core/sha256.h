// SHA-256 (FIPS 180-4) through OpenSSL's libcrypto.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace lockstep::engine {

/// Incremental SHA-256. Feed bytes, then take hex() once.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  void update(std::span<const std::byte> bytes);
  void update(std::string_view text);
  /// Ends the computation; 64 lower-case hexadecimal digits.
  [[nodiscard]] std::string hex();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

[[nodiscard]] std::string sha256_hex(std::string_view text);

}  // namespace lockstep::engine
