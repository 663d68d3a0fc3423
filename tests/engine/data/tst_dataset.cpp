// Data sets as a whole: facts, statistics against closed forms, fingerprints, the record of preprocessing, and what
// evaluate and predict do with it.
#include <QtTest>

#include <cmath>

#include "engine/core/thread_pool.h"
#include "engine/data/statistics.h"
#include "support_data.h"

using namespace lockstep::engine;
using namespace lockstep::engine::data;
using support::contains;
using support::data_file;
using support::error_of;

namespace {

DatasetOptions known(std::string name) {
  DatasetOptions options;
  options.dataset = std::move(name);
  options.search_folders = {std::filesystem::path(LOCKSTEP_SOURCE_DIR) / "resources/datasets"};
  return options;
}

DatasetOptions csv(std::filesystem::path path) {
  DatasetOptions options;
  options.kind = "csv";
  options.path = std::move(path);
  return options;
}

std::vector<float> first_batch(const std::shared_ptr<const Dataset>& dataset, Part part, std::int64_t size = 1000) {
  LoaderOptions options;
  options.batch_size = size;
  Loader loader(dataset, part, options);
  Batch batch;
  if (!loader.next(batch)) return {};
  return {batch.inputs.as<float>(), batch.inputs.as<float>() + batch.inputs.shape.numel()};
}

}  // namespace

class TestDataset : public QObject {
  Q_OBJECT
 private slots:
  void digits() {
    const auto dataset = Dataset::load(known("digits"));
    QCOMPARE(dataset->size(), 1797);
    QCOMPARE(dataset->facts().input_shape, (Shape{1, 8, 8}));
    QVERIFY((dataset->facts().counts == std::array<std::int64_t, 3>{1258, 180, 359}));
    QCOMPARE(dataset->facts().class_names.size(), 10U);
    // scikit-learn documents the classes' sizes: 178 zeros, 182 ones, 177 twos, …
    const auto preview = dataset->preview();
    const std::vector<std::int64_t> sizes{178, 182, 177, 183, 181, 182, 181, 179, 174, 180};
    for (std::size_t i = 0; i < 10; ++i) QCOMPARE(preview.class_counts[i].second, sizes[i]);
    DatasetOptions unit = known("digits");
    unit.normalize = Normalize::unit;
    const auto values = first_batch(Dataset::load(unit), Part::train);
    QCOMPARE(*std::max_element(values.begin(), values.end()), 1.0F);
  }

  void fashionMnist() {
    if (!std::filesystem::exists("/usr/share/datasets/fashion-mnist")) QSKIP("dataset-fashion-mnist is not installed");
    const auto dataset = Dataset::load(known("fashion-mnist"));
    QVERIFY((dataset->facts().counts == std::array<std::int64_t, 3>{54000, 6000, 10000}));
    QCOMPARE(dataset->facts().class_names[9], std::string("Ankle boot"));
    DatasetOptions whole = known("fashion-mnist");
    whole.validation_fraction = 0;
    const auto p = Dataset::load(whole)->preprocessing();
    // The widely published statistics of the 60,000 training images: mean 0.2860, deviation 0.3530 of the unit range.
    QVERIFY(std::fabs(p.shift[0] / 255 - 0.2860F) < 5e-5F);
    QVERIFY(std::fabs(1 / p.scale[0] / 255 - 0.3530F) < 5e-5F);
  }

  void unknownOrMissing() {
    VERIFY_CONTAINS(error_of([] { (void)Dataset::load(known("mnits")); }), "unknown data set \"mnits\"; known are \"digits\", \"fashion-mnist\"");
    DatasetOptions options;
    options.kind = "parquet";
    VERIFY_CONTAINS(error_of([&] { (void)Dataset::load(options); }), "unknown kind of data \"parquet\"");
    VERIFY_CONTAINS(error_of([] { (void)Dataset::load(csv("/nowhere.csv")); }), "can't read /nowhere.csv: No such file");
  }

  // x = 0 … n-1: mean (n-1)/2, variance (n²-1)/12.
  void statisticsAreThoseOfTheTrainingPart() {
    const support::Folder folder;
    std::string text = "x,c,z,y\n";
    for (int i = 0; i < 1000; ++i) text += std::to_string(i) + (i % 2 == 0 ? ",u" : ",v") + ",5," + std::to_string(i % 2) + "\n";
    const auto path = folder.write("s.csv", text);
    const auto whole = Dataset::load(csv(path));
    const Preprocessing& p = whole->preprocessing();
    QCOMPARE(p.shift[0], 499.5F);
    QCOMPARE(p.scale[0], static_cast<float>(1 / std::sqrt((1000.0 * 1000 - 1) / 12)));
    QCOMPARE(p.shift[1], 0.0F);  // one-hot inputs stay as they are
    QCOMPARE(p.shift[3], 5.0F);
    QCOMPARE(p.scale[3], 1.0F);  // a constant column becomes 0, not infinite
    DatasetOptions options = csv(path);
    options.test_fraction = 0.5;
    options.split_seed = 1;
    const auto half = Dataset::load(options);
    double sum = 0;
    for (const std::int64_t i : half->indices(Part::train)) sum += static_cast<double>(i);
    QCOMPARE(half->preprocessing().shift[0], static_cast<float>(sum / 500));
    QCOMPARE(half->fingerprint(), whole->fingerprint());
    QVERIFY(half->split_hash() != whole->split_hash());
    options.normalize = Normalize::unit;
    options.test_fraction = 0;
    const auto unit = first_batch(Dataset::load(options), Part::train);
    QCOMPARE(unit[0], 0.0F);
    QVERIFY(std::fabs(unit[4 * 999] - 1) < 1e-6F);
    options.normalize = Normalize::none;
    QCOMPARE(first_batch(Dataset::load(options), Part::train)[4 * 999], 999.0F);
  }

  void channelsHaveTheirOwnStatistics() {
    const std::vector<std::uint8_t> pixels{0, 10, 7, 4, 30, 7};  // two pixels of three channels
    const std::vector<std::int64_t> indices{0, 0};
    const auto sample = [&](std::int64_t, std::byte*) { return reinterpret_cast<const std::byte*>(pixels.data()); };
    const Moments m = moments(indices, sample, {3, 1, 2}, DType::u8, support::work());
    QVERIFY((m.mean == std::vector<double>{2, 20, 7}));
    QVERIFY((m.deviation == std::vector<double>{2, 10, 0}));
    QVERIFY((m.maximum == std::vector<double>{4, 30, 7}));
  }

  void threadsNeverChangeAnything() {
    ThreadPool pool(3);
    LoadContext context;
    context.pool = &pool;
    const auto one = Dataset::load(known("digits"));
    const auto three = Dataset::load(known("digits"), context);
    QCOMPARE(three->fingerprint(), one->fingerprint());
    QCOMPARE(three->split_hash(), one->split_hash());
    QCOMPARE(three->preprocessing().to_json(), one->preprocessing().to_json());
  }

  // A release must not change what a run's data is known by.
  void fingerprintIsFrozen() {
    QCOMPARE(Dataset::load(known("digits"))->fingerprint(), std::string(DIGITS_FINGERPRINT));
    DatasetOptions options = known("digits");
    options.split_seed = 42;
    QCOMPARE(Dataset::load(options)->split_hash(), std::string(DIGITS_SPLIT_42));
  }

  void preprocessingRoundTrips() {
    DatasetOptions options = csv(data_file("csv/flowers.csv"));
    options.csv.ignore = {"note"};
    options.csv.missing = Missing::mean;
    const Preprocessing p = Dataset::load(options)->preprocessing();
    const std::string json = p.to_json();
    QCOMPARE(Preprocessing::from_json(json).to_json(), json);
    QVERIFY(Preprocessing::from_json(json).shift == p.shift);
    VERIFY_CONTAINS(error_of([] { (void)Preprocessing::from_json("{}"); }), "the recorded preprocessing is damaged");
    VERIFY_CONTAINS(error_of([] { (void)Preprocessing::from_json("{\"version\":99}"); }), "has version 99");
  }

  void predictAppliesTheRecordedColumns() {
    const support::Folder folder;
    const auto train = folder.write("train.csv", "a,c,b,y\n1,x,10,no\n3,y,20,yes\n5,x,30,no\n7,y,40,yes\n");
    DatasetOptions options = csv(train);
    options.csv.missing = Missing::mean;
    const auto trained = Dataset::load(options);
    const Preprocessing p = Preprocessing::from_json(trained->preprocessing().to_json());
    // Other column order, an extra column, no target, an unknown text, a missing number.
    const auto inputs = folder.write("new.csv", "extra,b,a,c\n?,10,1,x\n?,20,3,new\n?,,5,y\n");
    const auto dataset = Dataset::load_with(p, {inputs}, false);
    QVERIFY(!dataset->has_targets());
    const auto want = first_batch(trained, Part::train);
    const auto got = first_batch(dataset, Part::test);
    QCOMPARE(got.size(), 12U);
    QVERIFY(std::equal(got.begin(), got.begin() + 4, want.begin()));
    QVERIFY((std::vector<float>(got.begin() + 5, got.begin() + 7) == std::vector<float>{0, 0}));
    QCOMPARE(got[11], 0.0F);  // the mean, after standardisation
    QCOMPARE(dataset->origin(1), inputs.string() + ":3");
    const auto evaluation = folder.write("eval.csv", "y,a,c,b\nyes,1,x,10\nmaybe,1,x,10\n");
    VERIFY_CONTAINS(error_of([&] { (void)Dataset::load_with(p, {evaluation}, true); }), "line 3: the label \"maybe\" is not one of the training file's");
    VERIFY_CONTAINS(error_of([&] { (void)Dataset::load_with(p, {folder.write("less.csv", "a,b\n1,2\n")}, false); }), "no column \"c\" (a column of the model)");
    VERIFY_CONTAINS(error_of([&] { (void)Dataset::load_with(p, {data_file("images/rgb.png")}, false); }), "this is images, the model was trained on tables");
    VERIFY_CONTAINS(error_of([&] { (void)Dataset::load_with(p, {}, false); }), "no input files");
  }

  void predictTakesImagesInAnyForm() {
    const auto digits = Dataset::load(known("digits"));
    const auto& p = digits->preprocessing();
    const auto file = std::filesystem::path(LOCKSTEP_SOURCE_DIR) / "resources/datasets/digits/digits.csv.gz";
    const auto again = Dataset::load_with(p, {file}, true);
    QVERIFY(again->targets().labels == digits->targets().labels);
    QVERIFY(std::equal(again->sample(5, nullptr), again->sample(5, nullptr) + 64, digits->sample(5, nullptr)));
    QVERIFY(!Dataset::load_with(p, {file}, false)->has_targets());
    VERIFY_CONTAINS(error_of([&] { (void)Dataset::load_with(p, {data_file("images/grey.png")}, false); }), "6 x 8 pixels where the training data has 8 x 8");

    const support::Folder folder;
    for (const char* name : {"a/1.png", "a/2.png", "b/3.png"}) folder.copy("images/noise.png", std::string("d/") + name);
    DatasetOptions options;
    options.kind = "images";
    options.path = folder.path() / "d";
    options.images.image_size = {{10, 12}};
    options.images.channels = 1;
    const auto trained = Dataset::load(options);
    const auto predicted = Dataset::load_with(Preprocessing::from_json(trained->preprocessing().to_json()), {data_file("images/noise.png"), folder.path() / "d"}, false);
    QCOMPARE(predicted->size(), 4);
    QVERIFY(std::equal(predicted->sample(0, nullptr), predicted->sample(0, nullptr) + 120, trained->sample(0, nullptr)));
    QVERIFY(Dataset::load_with(trained->preprocessing(), {folder.path() / "d"}, true)->targets().labels == (std::vector<std::int64_t>{0, 0, 1}));
  }

  void partsOfTheirOwnFiles() {
    const support::Folder folder;
    DatasetOptions options = csv(folder.write("t.csv", "c,y\nu,a\nv,b\n"));
    options.validation_path = folder.write("v.csv", "y,c\nb,w\n");
    options.test_path = folder.write("e.csv", "c,y\nu,b\nu,a\n");
    const auto dataset = Dataset::load(options);
    QVERIFY((dataset->facts().counts == std::array<std::int64_t, 3>{2, 1, 2}));
    QVERIFY((dataset->targets().labels == std::vector<std::int64_t>{0, 1, 1, 1, 0}));
    QVERIFY((first_batch(dataset, Part::validation) == std::vector<float>{0, 0}));  // "w" is not in the training part
    QCOMPARE(dataset->files().size(), 3U);
    options.validation_fraction = 0.5;
    VERIFY_CONTAINS(error_of([&] { (void)Dataset::load(options); }), "both data.validation_path and data.validation_fraction");
    options.validation_fraction.reset();
    folder.write("v.csv", "y,c\nz,w\n");
    VERIFY_CONTAINS(error_of([&] { (void)Dataset::load(options); }), "the label \"z\" is not one of the training file's");
  }

  void regression() {
    const support::Folder folder;
    const auto dataset = Dataset::load(csv(folder.write("r.csv", "x,y\n1,0.5\n2,1.5\n")));
    QVERIFY(!dataset->facts().classification);
    Loader loader(dataset, Part::train, {});
    Batch batch;
    QVERIFY(loader.next(batch));
    QCOMPARE(batch.targets.dtype, DType::f32);
    QCOMPARE(batch.targets.shape, (Shape{2}));
    QCOMPARE(batch.targets.as<float>()[1], 1.5F);
    LoaderOptions weighted;
    weighted.order = Order::weighted;
    VERIFY_CONTAINS(error_of([&] { Loader(dataset, Part::train, weighted); }), "weighted sampling needs classes");
    DatasetOptions options;
    options.kind = "npy";
    options.path = data_file("npy/deflated.npz");
    const auto wide = Dataset::load(options);
    Loader wide_loader(wide, Part::train, {});
    QVERIFY(wide_loader.next(batch));
    QCOMPARE(batch.targets.shape, (Shape{9, 2}));
  }

  void previewShowsTypesAndRows() {
    const auto preview = Dataset::load(csv(data_file("csv/flowers.csv")))->preview(3);
    QCOMPARE(preview.columns[0].second, std::string("real"));
    QCOMPARE(preview.columns[2].second, std::string("text → 5 inputs"));
    QCOMPARE(preview.rows.size(), 3U);
    QCOMPARE(preview.rows[0][1], std::string("setosa"));
  }

 private:
  static constexpr const char* DIGITS_FINGERPRINT = "4c077cc6776cb0befc67432d9cb1c07105a39d282873d45e653b200b93e97fbf";
  static constexpr const char* DIGITS_SPLIT_42 = "19f3de474e107e7db071e6770b1e32597ba8a008be640706021eaf054a4b54a1";
};

QTEST_GUILESS_MAIN(TestDataset)
#include "tst_dataset.moc"
