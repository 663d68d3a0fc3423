// A fake NVML with one GPU, at the bus id that the fake cudart gives its device 0. Its figures change by a fixed rule with each
// reading. LOCKSTEP_FAKE_NVML is a comma list of what fails: init (no driver loaded), lost (the GPU is gone), and the figures
// that the GPU can't tell: utilisation, memory, power, temperature, clock, driver, name.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace {

// Of nvml.h, which is not everywhere where this is built.
enum Status { success = 0, uninitialized = 1, invalid_argument = 2, not_supported = 3, not_found = 6, insufficient_size = 7, driver_not_loaded = 9, gpu_is_lost = 15 };

struct Utilization {
  unsigned gpu;
  unsigned memory;
};
struct Memory {
  unsigned long long total;
  unsigned long long free;
  unsigned long long used;
};

int users = 0;
unsigned readings = 0;
int the_device = 0;  // only its address is of use

bool fails(std::string_view what) {
  const char* const text = std::getenv("LOCKSTEP_FAKE_NVML");
  std::string_view rest = text == nullptr ? "" : text;
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    if (rest.substr(0, comma) == what) return true;
    rest = comma == std::string_view::npos ? "" : rest.substr(comma + 1);
  }
  return false;
}

Status ready(std::string_view what, const void* device, const void* out) {
  if (users == 0) return uninitialized;
  if (device != &the_device || out == nullptr) return invalid_argument;
  if (fails("lost")) return gpu_is_lost;
  return fails(what) ? not_supported : success;
}

int copy_text(char* to, unsigned length, const char* text) {
  if (std::strlen(text) >= length) return insufficient_size;
  std::strcpy(to, text);
  return success;
}

/// "0000:01:00.0" and "00000000:01:00.0" are the same place.
bool is_our_bus(const char* bus) {
  unsigned domain = 0, number = 0, device = 0, function = 0;
  return std::sscanf(bus, "%x:%x:%x.%x", &domain, &number, &device, &function) == 4 && domain == 0 && number == 1 && device == 0 && function == 0;
}

}  // namespace

extern "C" {

int nvmlInit_v2();
int nvmlShutdown();
const char* nvmlErrorString(int status);
int nvmlSystemGetDriverVersion(char* text, unsigned length);
int nvmlDeviceGetCount_v2(unsigned* count);
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device);
int nvmlDeviceGetHandleByPciBusId_v2(const char* bus, void** device);
int nvmlDeviceGetName(void* device, char* text, unsigned length);
int nvmlDeviceGetUtilizationRates(void* device, Utilization* out);
int nvmlDeviceGetMemoryInfo(void* device, Memory* out);
int nvmlDeviceGetPowerUsage(void* device, unsigned* milliwatts);
int nvmlDeviceGetTemperature(void* device, int sensor, unsigned* celsius);
int nvmlDeviceGetClockInfo(void* device, int clock, unsigned* megahertz);

int nvmlInit_v2() {
  if (fails("init")) return driver_not_loaded;
  ++users;
  return success;
}

int nvmlShutdown() {
  if (users == 0) return uninitialized;
  --users;
  return success;
}

const char* nvmlErrorString(int status) {
  switch (status) {
    case success: return "Success";
    case uninitialized: return "Uninitialized";
    case invalid_argument: return "Invalid Argument";
    case not_supported: return "Not Supported";
    case not_found: return "Not Found";
    case insufficient_size: return "Insufficient Size";
    case driver_not_loaded: return "Driver Not Loaded";
    case gpu_is_lost: return "GPU is lost";
    default: return "Unknown Error";
  }
}

int nvmlSystemGetDriverVersion(char* text, unsigned length) {
  if (users == 0) return uninitialized;
  return fails("driver") ? not_supported : copy_text(text, length, "580.65.06");
}

int nvmlDeviceGetCount_v2(unsigned* count) {
  if (users == 0) return uninitialized;
  *count = 1;
  return success;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device) {
  if (users == 0) return uninitialized;
  if (index != 0) return invalid_argument;
  *device = &the_device;
  return success;
}

int nvmlDeviceGetHandleByPciBusId_v2(const char* bus, void** device) {
  if (users == 0) return uninitialized;
  if (!is_our_bus(bus)) return not_found;
  *device = &the_device;
  return success;
}

int nvmlDeviceGetName(void* device, char* text, unsigned length) {
  const Status status = ready("name", device, text);
  return status == success ? copy_text(text, length, "Emulated GPU 0") : status;
}

int nvmlDeviceGetUtilizationRates(void* device, Utilization* out) {
  const Status status = ready("utilisation", device, out);
  if (status == success) *out = {10 + readings++ % 9 * 10, 25};
  return status;
}

int nvmlDeviceGetMemoryInfo(void* device, Memory* out) {
  const Status status = ready("memory", device, out);
  if (status == success) *out = {8ULL << 30U, 6ULL << 30U, 2ULL << 30U};
  return status;
}

int nvmlDeviceGetPowerUsage(void* device, unsigned* milliwatts) {
  const Status status = ready("power", device, milliwatts);
  if (status == success) *milliwatts = 150250;
  return status;
}

int nvmlDeviceGetTemperature(void* device, int sensor, unsigned* celsius) {
  const Status status = ready("temperature", device, celsius);
  if (status == success && sensor != 0) return invalid_argument;  // NVML_TEMPERATURE_GPU
  if (status == success) *celsius = 61;
  return status;
}

int nvmlDeviceGetClockInfo(void* device, int clock, unsigned* megahertz) {
  const Status status = ready("clock", device, megahertz);
  if (status == success && (clock < 0 || clock > 3)) return invalid_argument;
  if (status == success) *megahertz = clock == 1 ? 1710 : 2619;  // NVML_CLOCK_SM
  return status;
}

}  // extern "C"
