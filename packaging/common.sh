# What packaging/run, packaging/test, packaging/lint and .ci/run share; sourced by bash, never run itself.
# They need Debian 12 with apt, as root or through sudo; what they install is in the lists below.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
export HOME="${HOME:-$(getent passwd "$(id -u)" | cut -d: -f6)}"  # unset in some containers; ccache and the data folder need it

# Compiler, build tools, and what the program is linked with.
build_packages=(
  g++ cmake ninja-build ccache pkg-config
  git                    # the commit that a build is made from
  libdnnl-dev            # oneDNN: convolutions, matrix products
  libhwy-dev             # Highway: SIMD
  libsqlite3-dev libsqlitecpp-dev  # the store
  libgit2-dev            # the state of a person's code
  libarchive-dev         # packs: runs as ZIP files
  libtomlplusplus-dev nlohmann-json3-dev libcli11-dev libfmt-dev
  libssl-dev             # libcrypto: SHA-256
  zlib1g-dev libpng-dev libjpeg62-turbo-dev  # readers of data
  qt6-base-dev qt6-charts-dev libqt6opengl6-dev libqt6svg6-dev libgl-dev  # the window; Charts asks for OpenGL's headers
  qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools    # its translations
  qt6-translations-l10n fonts-dejavu-core fonts-noto-cjk  # Qt's own texts in Chinese, and letters for both languages
  dataset-fashion-mnist  # the presets fashion-mlp and fashion-cnn train on it
)
# What the tests need besides: SQLite's own tool to look at the store with, and what checks the desktop's files.
test_packages=(sqlite3 desktop-file-utils appstream)
lint_packages=(clang-format clang-tidy)

say() { printf '== %s\n' "$*" >&2; }
fail() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    fail "neither root nor sudo is here; as root, run: $*"
  fi
}

# install_packages NAME...: installs those that are missing, and asks the network only then.
install_packages() {
  local missing=() name
  command -v dpkg-query >/dev/null || fail "this needs Debian 12 (or a system with its packages); to be installed: $*"
  for name in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$name" 2>/dev/null)" = installed ] || missing+=("$name")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  say "installing with apt: ${missing[*]}"
  # A failing third-party source must not matter as long as Debian's own are there; a real failure shows in the install.
  as_root apt-get -q -o DPkg::Lock::Timeout=300 update >&2 || say "apt-get update had errors; trying on"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 install --no-install-recommends \
    "${missing[@]}" >&2 || fail "apt could not install: ${missing[*]}"
}

# Compilers at once: every core, but one for each 1.5 GiB of free memory at most.
jobs() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemAvailable:/ { print int($2 / 1572864) }' /proc/meminfo)
  [ "${memory:-0}" -ge 1 ] || memory=1
  echo $((cores < memory ? cores : memory))
}

# build PRESET [cmake option...] [-- target...]
build() {
  local preset=$1 options=() targets=()
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do options+=("$1"); shift; done
  [ $# -eq 0 ] || { shift; targets=(--target "$@"); }
  say "building preset $preset"
  (cd "$root" && cmake --preset "$preset" "${options[@]}" && cmake --build --preset "$preset" -j "$(jobs)" "${targets[@]}") >&2
}

# run_tests FOLDER [ctest option...]: without a display, and nothing found counts as a failure.
ctest_command=(ctest)
run_tests() {
  local folder=$1
  shift
  QT_QPA_PLATFORM=offscreen "${ctest_command[@]}" --test-dir "$root/$folder" --output-on-failure --no-tests=error -j "$(nproc)" "$@"
}
