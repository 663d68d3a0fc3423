// Versions of libraries as they are loaded; where a library can't be asked, or this program does not load it, the version
// that it was compiled against.
#include <dlfcn.h>
#include <gnu/libc-version.h>

#include <cstdio>

#include <fmt/core.h>
#include <git2.h>
#include <jpeglib.h>
#include <nlohmann/json.hpp>
#include <openssl/crypto.h>
#include <png.h>
#include <sqlite3.h>
#include <zlib.h>

#include "tracking/provenance/environment_parts.h"

namespace lockstep::tracking {

namespace {

std::string dotted(unsigned long value, unsigned long base) {
  return fmt::format("{}.{}.{}", value / base / base, value / base % base, value % base);
}

/// Asks a loaded library, without a need to be linked with it here.
std::string asked(const char* function, const char* compiled) {
  using Version = const char* (*)();
  const auto version = reinterpret_cast<Version>(::dlsym(RTLD_DEFAULT, function));
  return version != nullptr ? version() : compiled;
}

std::string png_version() {
  using Version = png_uint_32 (*)();
  const auto version = reinterpret_cast<Version>(::dlsym(RTLD_DEFAULT, "png_access_version_number"));
  return version != nullptr ? dotted(version(), 100) : PNG_LIBPNG_VER_STRING;
}

std::string git_version() {
  int major = 0;
  int minor = 0;
  int revision = 0;
  git_libgit2_version(&major, &minor, &revision);
  return fmt::format("{}.{}.{}", major, minor, revision);
}

}  // namespace

void capture_libraries(EnvironmentState& state) {
  state.libraries["fmt"] = dotted(FMT_VERSION, 100);
  state.libraries["glibc"] = gnu_get_libc_version();
  state.libraries["libgit2"] = git_version();
  state.libraries["libjpeg"] = dotted(LIBJPEG_TURBO_VERSION_NUMBER, 1000);
  state.libraries["libpng"] = png_version();
  state.libraries["libstdc++"] = std::to_string(_GLIBCXX_RELEASE);
  state.libraries["nlohmann-json"] =
      fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH);
  state.libraries["openssl"] = OpenSSL_version(OPENSSL_VERSION_STRING);
  state.libraries["sqlite"] = asked("sqlite3_libversion", SQLITE_VERSION);
  state.libraries["zlib"] = asked("zlibVersion", ZLIB_VERSION);
}

}  // namespace lockstep::tracking
