// Who is running a run: an OS lock on runs/<id>/lock that ends with its process, however that ends. Internal to tracking/store.
#pragma once

#include <filesystem>
#include <string>

namespace lockstep::tracking::store {

/// The name of this machine.
[[nodiscard]] std::string host_name();

/// An open-file-description lock (fcntl F_OFD_SETLK): seen by other processes and by other descriptors of this one.
class Lease {
 public:
  /// engine::ValueError when it is held, naming the holder; engine::FileError when the file can't be made or locked.
  explicit Lease(const std::filesystem::path& run_folder);
  ~Lease();
  Lease(Lease&& other) noexcept;
  Lease& operator=(Lease&& other) noexcept;

  /// Writes host, pid and the time into the file. Errors don't matter: the lock is what counts.
  void heartbeat() noexcept;
  void release() noexcept;

  /// Doesn't take the lock, so it never gets in a holder's way.
  [[nodiscard]] static bool is_held(const std::filesystem::path& run_folder);

 private:
  int descriptor_ = -1;
};

}  // namespace lockstep::tracking::store
