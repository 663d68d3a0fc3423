// PNG, JPEG, EXIF and resizing against Pillow's pixels, and folders of images with everything that can be wrong in them.
#include <QtTest>

#include <cmath>

#include "engine/data/readers/image.h"
#include "engine/data/readers/image_folder.h"
#include "engine/data/resample.h"
#include "support_data.h"

using namespace lockstep::engine;
using namespace lockstep::engine::data;
using support::contains;
using support::data_file;
using support::error_of;

namespace {

constexpr std::int64_t many = 1 << 20;

Bytes bytes_of(const std::string& name) { return read_file(data_file("images/" + name), support::work()); }
Image image_of(const std::string& name) { return decode_image(bytes_of(name), many); }

double largest_difference(const std::vector<std::uint8_t>& pixels, const std::vector<double>& want) {
  if (pixels.size() != want.size()) return 999;
  double worst = 0;
  for (std::size_t i = 0; i < want.size(); ++i) worst = std::max(worst, std::fabs(pixels[i] - want[i]));
  return worst;
}

std::vector<double> wanted(const char* key) { return support::numbers(support::expected()[key]); }

/// Two classes of two 6 × 8 pictures each.
void fill_folder(const support::Folder& folder) {
  folder.copy("images/rgb.png", "data/b cat/1.png");
  folder.copy("images/grey.png", "data/b cat/deeper/2.jpg");  // the content decides, not the name
  folder.copy("images/quality95.jpg", "data/Ä/1.jpg");
  folder.copy("images/palette.png", "data/Ä/2.png");
  folder.write("data/.DS_Store", "junk");
}

}  // namespace

class TestImages : public QObject {
  Q_OBJECT
 private slots:
  void pngOfEveryMode() {
    for (const char* name : {"rgb.png", "rgba.png", "interlaced.png"}) QCOMPARE(largest_difference(image_of(name).pixels, wanted("rgb")), 0.0);
    for (const char* name : {"grey.png", "grey_alpha.png", "grey16.png"}) QCOMPARE(largest_difference(image_of(name).pixels, wanted("grey")), 0.0);
    QCOMPARE(largest_difference(image_of("palette.png").pixels, wanted("palette")), 0.0);
    QCOMPARE(largest_difference(image_of("bits1.png").pixels, wanted("bits1")), 0.0);
    const Image rgb = image_of("rgb.png");
    QCOMPARE(rgb.height, 6);
    QCOMPARE(rgb.width, 8);
    QCOMPARE(largest_difference(with_channels(rgb, 1).pixels, wanted("luma")), 0.0);
    QCOMPARE(with_channels(with_channels(rgb, 1), 3).pixels[4], with_channels(rgb, 1).pixels[1]);
  }

  void jpegOfEveryMode() {
    QCOMPARE(largest_difference(image_of("quality95.jpg").pixels, wanted("jpeg")), 0.0);
    QCOMPARE(largest_difference(image_of("grey.jpg").pixels, wanted("grey_jpeg")), 0.0);
    QVERIFY(image_of("progressive.jpg").pixels == image_of("quality95.jpg").pixels);
    QVERIFY(largest_difference(image_of("cmyk.jpg").pixels, wanted("rgb")) < 24);
  }

  void exifOrientation() {
    for (int i = 1; i <= 8; ++i) {
      const QJsonObject want = support::expected()[QString("orientation%1").arg(i)].toObject();
      const auto shape = support::numbers(want["shape"]);
      for (const char* ending : {".png", ".jpg"}) {
        const std::string name = "orientation" + std::to_string(i) + ending;
        const Image image = image_of(name);
        QCOMPARE(static_cast<double>(image.height), shape[0]);
        QVERIFY2(largest_difference(image.pixels, support::numbers(want["pixels"])) <= (ending[1] == 'p' ? 0 : 6), name.c_str());
        const ImageInfo info = image_info(bytes_of(name), many);
        QCOMPARE(info.height, image.height);
        QCOMPARE(info.width, image.width);
      }
    }
  }

  void resizingIsPillowsBilinear() {
    const Image big = image_of("noise.png");
    for (const auto& [h, w] : {std::pair{7, 9}, {40, 50}, {23, 10}, {5, 31}}) {
      const auto want = support::numbers(support::expected()[QString("resize_%1_%2").arg(h).arg(w)]);
      QVERIFY(largest_difference(resampled(big, h, w).pixels, want) <= 1);
    }
    const Image constant{5, 7, 1, std::vector<std::uint8_t>(35, 201)};
    for (const std::uint8_t v : resampled(constant, 13, 3).pixels) QCOMPARE(v, 201);
  }

  void waysToResize() {
    const Image wide{2, 4, 1, std::vector<std::uint8_t>(8, 100)};
    const Image fit = resized(wide, 4, 4, Resize::fit);
    QCOMPARE(fit.pixels, (std::vector<std::uint8_t>{0, 0, 0, 0, 100, 100, 100, 100, 100, 100, 100, 100, 0, 0, 0, 0}));
    const Image steps{2, 4, 1, {1, 2, 3, 4, 5, 6, 7, 8}};
    QCOMPARE(resized(steps, 2, 2, Resize::crop).pixels, (std::vector<std::uint8_t>{2, 3, 6, 7}));
    QCOMPARE(resized(steps, 2, 4, Resize::stretch).pixels, steps.pixels);
    QCOMPARE(resized(Image{100, 1, 1, std::vector<std::uint8_t>(100, 9)}, 10, 10, Resize::fit).pixels.size(), 100U);
  }

  void damagedImages() {
    for (const char* name : {"rgb.png", "quality95.jpg", "progressive.jpg", "grey.jpg"}) {
      const Bytes bytes = bytes_of(name);
      for (const std::size_t size : {std::size_t{8}, bytes.size() / 2, bytes.size() - 20}) {
        const std::string error = error_of([&] { (void)decode_image(std::span(bytes).first(size), many); });
        QVERIFY2(!error.empty(), name);
      }
    }
    VERIFY_CONTAINS(error_of([] { (void)decode_image(as_bytes("GIF89a"), many); }), "neither a PNG nor a JPEG");
    VERIFY_CONTAINS(error_of([] { (void)decode_image({}, many); }), "the file is empty");
    VERIFY_CONTAINS(error_of([] { (void)decode_image(bytes_of("rgb.png"), 40); }), "6 x 8 pixels are more than the limit of 40");
    Bytes wrong = bytes_of("rgb.png");
    wrong[45] ^= std::byte{1};
    QVERIFY(!error_of([&] { (void)decode_image(wrong, many); }).empty());
  }

  void folders() {
    const support::Folder folder;
    fill_folder(folder);
    const Source source = read_image_folder(folder.path() / "data", {}, support::work());
    QCOMPARE(source.shape, (Shape{3, 6, 8}));
    QVERIFY((source.targets.class_names == std::vector<std::string>{"b cat", "Ä"}));  // byte order
    QVERIFY((source.targets.labels == std::vector<std::int64_t>{0, 0, 1, 1}));
    QVERIFY(source.origin(1).ends_with("data/b cat/deeper/2.jpg"));
    QCOMPARE(source.cached_count, 4);
    const auto* first = source.cached.as<std::uint8_t>();
    QCOMPARE(largest_difference({first, first + 144}, wanted("rgb")), 0.0);
    ImageFolderRequest grey;
    grey.options.channels = 1;
    QCOMPARE(read_image_folder(folder.path() / "data", grey, support::work()).shape, (Shape{1, 6, 8}));
  }

  void uncachedSamplesAreTheSame() {
    const support::Folder folder;
    fill_folder(folder);
    const Source cached = read_image_folder(folder.path() / "data", {}, support::work());
    LoadContext context;
    context.memory_budget = 1000;  // files are smaller, two samples of 144 bytes … six in all
    ImageFolderRequest large;
    large.options.image_size = {{12, 12}};
    large.options.resize = Resize::stretch;
    const Source all = read_image_folder(folder.path() / "data", large, support::work());
    const Source some = read_image_folder(folder.path() / "data", large, Work(context));
    QVERIFY(some.cached_count < some.count);
    QCOMPARE(some.content_hash, all.content_hash);
    QVERIFY(all.content_hash != cached.content_hash);
    std::vector<std::byte> scratch(some.sample_bytes());
    const std::byte* sample = some.sample(3, scratch.data());
    QVERIFY(std::equal(sample, sample + some.sample_bytes(), all.sample(3, nullptr)));
    folder.write("data/Ä/2.png", "no image any more");
    const std::string error = error_of([&] { (void)some.sample(3, scratch.data()); });
    VERIFY_CONTAINS(error, "data/Ä/2.png has changed since it was first read");
  }

  void everyBadFileIsListed() {
    const support::Folder folder;
    fill_folder(folder);
    folder.copy("images/noise.png", "data/Ä/larger.png");
    folder.write("data/Ä/notes.txt", "hello");
    folder.write("data/top.png", "x");
    std::filesystem::create_directories(folder.path() / "data/empty");
    const std::string error = error_of([&] { (void)read_image_folder(folder.path() / "data", {}, support::work()); });
    VERIFY_CONTAINS(error, "/data: 5 problems:");
    VERIFY_CONTAINS(error, "empty/: a class without images");
    VERIFY_CONTAINS(error, "Ä/notes.txt: neither a PNG nor a JPEG file");
    VERIFY_CONTAINS(error, "Ä/larger.png: 23 x 31 pixels where most of the folder has 6 x 8 (height x width); data.image_size = [H, W]");
    VERIFY_CONTAINS(error, "top.png: lies outside the folders of the classes");
  }

  void stopsWhenAsked() {
    const support::Folder folder;
    fill_folder(folder);
    std::stop_source stop;
    LoadContext context;
    context.stop = stop.get_token();
    stop.request_stop();
    QCOMPARE(error_of([&] { (void)read_image_folder(folder.path() / "data", {}, Work(context)); }), std::string("stopped on request"));
  }
};

QTEST_GUILESS_MAIN(TestImages)
#include "tst_images.moc"
