// Finding the CUDA module: what is missing is named with what to do, libraries are found where people have them, and
// nothing of it stands in the way of the CPU.
#include <QtTest>

#include <filesystem>

#include <QTemporaryDir>

#include "engine/backend/cuda_libraries.h"
#include "engine/backend/devices.h"
#include "engine/backend/load_cuda.h"
#include "engine/core/error.h"

using namespace lockstep::engine;
namespace fs = std::filesystem;

namespace {

template <class F>
QString error_text(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return QString::fromStdString(error.what());
  }
  return {};
}

/// Modules made for this test: tests/engine/backend/modules.
fs::path made(const char* name) { return fs::path(LOCKSTEP_BINARY_DIR) / "tests" / "modules" / name; }
fs::path real_module() { return fs::path(LOCKSTEP_BINARY_DIR) / "lib" / "lockstep" / "liblockstep_cuda.so"; }

}  // namespace

class TestLoadCuda : public QObject {
  Q_OBJECT
 private slots:
  void theRealModuleLoadsWithoutADriver() {
    if (!fs::exists(real_module())) QSKIP("this build has no CUDA module: the CUDA toolkit or cuDNN was not found, or it is a sanitized build");
    const cuda::ModuleTable& table = load_cuda_module(real_module());
    QCOMPARE(table.type, DeviceType::cuda);
    const cuda::Versions versions = table.versions();
    QVERIFY(versions.runtime >= 13000);
    QVERIFY(versions.cublas_lt >= 130000);
    QVERIFY(versions.cudnn >= 90000);
    Message why;
    const int count = table.device_count(why);
    if (count > 0) {
      QVERIFY(table.facts(0).memory_bytes > 0);
      return;
    }
    const QString text = QString::fromStdString(why.english());
    QVERIFY2(why.code == "cuda.no_driver" || why.code == "cuda.old_driver" || why.code == "cuda.no_device", qPrintable(text));
    QVERIFY2(text.contains("install") && (why.code != "cuda.no_driver" || text.contains("CUDA 13")), qPrintable(text));
    QVERIFY2(error_text([&] { (void)table.open(0); }).contains("cuda"), "opening what isn't there is an error");
  }

  void aModuleThatIsNotThere() {
    const QString text = error_text([] { (void)load_cuda_module("/nowhere/liblockstep_cuda.so"); });
    QVERIFY2(text.contains("/nowhere/liblockstep_cuda.so is not there") && text.contains("build it"), qPrintable(text));
  }

  void aModuleOfAnotherBuild() {
    const QString text = error_text([] { (void)load_cuda_module(made("other_build.so")); });
    QVERIFY2(text.contains("other_build.so belongs to another build"), qPrintable(text));
  }

  void aLibraryThatIsMissingIsNamedAndLookedFor() {
    qunsetenv("CUDA_PATH");
    const QString text = error_text([] { (void)load_cuda_module(made("needs_library.so")); });
    QVERIFY2(text.contains("libcudnn_of_tests.so was not found") && text.contains("install cuDNN"), qPrintable(text));
    // As soon as it lies where a toolkit would have it, it is found.
    const QTemporaryDir toolkit;
    const fs::path folder = fs::path(toolkit.path().toStdString()) / "lib64";
    fs::create_directories(folder);
    fs::copy_file(made("libraries/libcudnn_of_tests.so"), folder / "libcudnn_of_tests.so");
    qputenv("CUDA_PATH", toolkit.path().toUtf8());
    const QString found = error_text([] { (void)load_cuda_module(made("needs_library.so")); });
    QVERIFY2(found.contains("belongs to another build"), qPrintable(found));
    qunsetenv("CUDA_PATH");
  }

  void pythonsPackagesAreSearched() {
    const QTemporaryDir environment;
    const fs::path lib = fs::path(environment.path().toStdString()) / "lib/python3.11/site-packages/nvidia/cudnn/lib";
    fs::create_directories(lib);
    qputenv("VIRTUAL_ENV", environment.path().toUtf8());
    const std::vector<fs::path> folders = cuda_library_folders();
    qunsetenv("VIRTUAL_ENV");
    QVERIFY(std::find(folders.begin(), folders.end(), lib) != folders.end());
  }

  void theLinkersMessage() {
    QCOMPARE(missing_library("libcudnn.so.9: cannot open shared object file: No such file or directory"), std::string("libcudnn.so.9"));
    QCOMPARE(missing_library("/x/liblockstep_cuda.so: undefined symbol: cudnnCreate"), std::string());
    QCOMPARE(missing_library("something else"), std::string());
  }

  void namesOfDevices() {
    QCOMPARE(choose_device("cpu").type, DeviceType::cpu);
    for (const char* const name : {"gpu", "cuda:", "cuda:x", "cuda:-1", "CUDA", ""}) {
      QVERIFY2(error_text([&] { (void)choose_device(name); }).contains("is no device"), name);
    }
    if (cuda_status().usable) QSKIP("this machine has a usable GPU: that it is missing can't be shown here");
    QCOMPARE(choose_device("auto").type, DeviceType::cpu);
    for (const char* const name : {"cuda", "cuda:3"}) {
      const QString text = error_text([&] { (void)choose_device(name); });
      QVERIFY2(text.startsWith(QString("the device %1 cannot be used: ").arg(name)), qPrintable(text));
      QVERIFY2(text.endsWith(QString::fromStdString(cuda_status().why.english())), qPrintable(text));
    }
  }
};

QTEST_GUILESS_MAIN(TestLoadCuda)
#include "tst_load_cuda.moc"
