// The loader: the same batches for any number of workers and from any position, its errors, its stopping; the orders,
// the alias table, the split and the augmentations.
#include <QtTest>

#include <chrono>
#include <cmath>
#include <fstream>
#include <set>
#include <thread>

#include "engine/core/error.h"
#include "engine/data/augment/augment.h"
#include "engine/data/sampler.h"
#include "engine/data/split.h"
#include "support_data.h"

using namespace lockstep::engine;
using namespace lockstep::engine::data;
using support::contains;
using support::Epoch;
using support::error_of;
using support::read_epoch;

namespace {

AugmentConfig augment(std::string type, std::vector<std::pair<std::string, schema::Value>> values) {
  AugmentConfig config{std::move(type), {}};
  for (auto& [name, value] : values) config.arguments.set(name, value);
  return config;
}

std::vector<AugmentConfig> all_augments() {
  return {augment("RandomCrop", {{"padding", std::int64_t{2}}}), augment("RandomHorizontalFlip", {{"p", 0.5}}),
          augment("RandomVerticalFlip", {{"p", 0.5}}), augment("RandomRotation", {{"degrees", 20.0}}), augment("RandomTranslation", {{"fraction", 0.2}})};
}

DatasetOptions digits() {
  DatasetOptions options;
  options.dataset = "digits";
  options.search_folders = {std::filesystem::path(LOCKSTEP_SOURCE_DIR) / "resources/datasets"};
  options.split_seed = 7;
  options.augment = all_augments();
  return options;
}

LoaderOptions training(int workers) {
  LoaderOptions options;
  options.batch_size = 100;
  options.order = Order::shuffle;
  options.augment = true;
  options.shuffle_seed = 1;
  options.augment_seed = 2;
  options.workers = workers;
  return options;
}

/// Applies one augmentation to a picture for one position.
std::vector<std::uint8_t> augmented(const AugmentConfig& config, const Shape& shape, const std::vector<std::uint8_t>& pixels, std::int64_t position) {
  const AugmentChain chain({config}, shape, DType::u8);
  std::vector<std::byte> a(chain.buffer_bytes());
  std::vector<std::byte> b(chain.buffer_bytes());
  const RandomStream stream(3, StreamKind::augment, std::uint64_t{0});
  const auto* out = reinterpret_cast<const std::uint8_t*>(chain.apply(reinterpret_cast<const std::byte*>(pixels.data()), a.data(), b.data(), stream, position));
  return {out, out + chain.output_shape().numel()};
}

}  // namespace

class TestLoader : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { digits_ = Dataset::load(digits()); }

  void workersNeverChangeABatch() {
    std::vector<Epoch> wanted;
    for (const int workers : {0, 1, 3}) {
      Loader loader(digits_, Part::train, training(workers));
      std::vector<Epoch> epochs{read_epoch(loader), read_epoch(loader)};
      QVERIFY(loader.position() == (Position{2, 0}));
      QCOMPARE(static_cast<std::int64_t>(epochs[0].indices.size()), digits_->facts().counts[0]);
      if (workers == 0) wanted = epochs;
      QVERIFY(epochs == wanted);
    }
    QVERIFY(wanted[0].indices != wanted[1].indices);
    auto sorted = wanted[0].indices;
    std::sort(sorted.begin(), sorted.end());
    QVERIFY(sorted == digits_->indices(Part::train));
  }

  void restartsAtEveryBatch() {
    for (const int workers : {0, 2}) {
      Loader whole(digits_, Part::train, training(workers));
      Loader other(digits_, Part::train, training(workers));
      std::vector<Position> positions;
      std::vector<Batch> batches;
      for (int i = 0; i < 16; ++i) {  // through the epoch's end
        positions.push_back(whole.position());
        Batch batch;
        if (!whole.next(batch)) batch = Batch();
        batches.push_back(batch);
      }
      for (std::size_t i = 0; i < positions.size(); ++i) {
        other.start(positions[i]);
        Batch batch;
        const bool more = other.next(batch);
        QCOMPARE(more, !batches[i].indices.empty());
        if (!more) continue;
        QVERIFY(batch.indices == batches[i].indices);
        QCOMPARE(batch.position, batches[i].position);
        QVERIFY(std::equal(batch.inputs.as<float>(), batch.inputs.as<float>() + batch.inputs.shape.numel(), batches[i].inputs.as<float>()));
      }
    }
    Loader loader(digits_, Part::train, training(0));
    VERIFY_CONTAINS(error_of([&] { loader.start({0, 99999}); }), "position 99999 of epoch 0 is outside");
  }

  void batchesOfAnotherSizeHaveTheSameSamples() {
    LoaderOptions options = training(0);
    Loader large(digits_, Part::train, options);
    options.batch_size = 7;
    Loader small(digits_, Part::train, options);
    QVERIFY(read_epoch(large) == read_epoch(small));  // draws belong to positions, not to batches
  }

  void dropLastAndSequential() {
    LoaderOptions options;
    options.batch_size = 100;
    Loader all(digits_, Part::validation, options);
    QVERIFY(read_epoch(all).indices == digits_->indices(Part::validation));
    QCOMPARE(all.batches_per_epoch(), 2);
    options.drop_last = true;
    options.workers = 2;
    Loader dropped(digits_, Part::validation, options);
    QCOMPARE(dropped.samples_per_epoch(), 100);
    QCOMPARE(read_epoch(dropped).indices.size(), 100U);
    dropped.start({0, 0});
    QCOMPARE(read_epoch(dropped).indices.size(), 100U);
    options.batch_size = 1000;
    VERIFY_CONTAINS(error_of([&] { Loader loader(digits_, Part::validation, options); }), "data.drop_last leaves no batch");
    options.batch_size = 0;
    VERIFY_CONTAINS(error_of([&] { Loader loader(digits_, Part::validation, options); }), "data.batch_size = 0 must be at least 1");
  }

  void memoryIsUsedAgainUnlessHeld() {
    Loader loader(digits_, Part::train, training(0));
    Batch batch;
    QVERIFY(loader.next(batch));
    const auto* memory = batch.inputs.bytes.get();
    QVERIFY(loader.next(batch));
    QCOMPARE(batch.inputs.bytes.get(), memory);
    const HostArray held = batch.inputs;
    const float value = held.as<float>()[17];
    QVERIFY(loader.next(batch));
    QVERIFY(batch.inputs.bytes.get() != memory);
    QCOMPARE(held.as<float>()[17], value);
    QVERIFY(batch.inputs.channels_last);
    QCOMPARE(batch.inputs.shape, (Shape{100, 1, 8, 8}));
  }

  void weightedSamplingEvensOutClasses() {
    const support::Folder folder;
    std::string csv = "x,y\n";
    for (int i = 0; i < 1000; ++i) csv += std::to_string(i) + (i % 10 == 0 ? ",rare\n" : ",usual\n");
    DatasetOptions options;
    options.kind = "csv";
    options.path = folder.write("w.csv", csv);
    const auto dataset = Dataset::load(options);
    LoaderOptions weighted;
    weighted.order = Order::weighted;
    weighted.sample_seed = 5;
    Loader loader(dataset, Part::train, weighted);
    Epoch all;
    for (int i = 0; i < 20; ++i) {
      const Epoch one = read_epoch(loader);
      all.labels.insert(all.labels.end(), one.labels.begin(), one.labels.end());
    }
    const auto rare = std::count(all.labels.begin(), all.labels.end(), 0);
    QVERIFY(std::fabs(static_cast<double>(rare - 10000)) < 5 * std::sqrt(20000 * 0.25));
  }

  // Pearson's chi-square with 9 degrees of freedom: 27.9 is the 99.9 % point.
  void aliasTableFollowsItsWeights() {
    std::vector<double> weights;
    for (int i = 1; i <= 10; ++i) weights.push_back(i);
    const AliasTable table(weights);
    std::vector<double> counts(10);
    constexpr int n = 200000;
    for (std::uint64_t epoch = 0; epoch < 4; ++epoch) {
      const RandomStream stream(11, StreamKind::sample, epoch);
      for (std::int64_t i = 0; i < n / 4; ++i) ++counts[static_cast<std::size_t>(table.draw(stream, i))];
    }
    double chi = 0;
    for (std::size_t i = 0; i < 10; ++i) {
      const double want = n * weights[i] / 55;
      chi += (counts[i] - want) * (counts[i] - want) / want;
    }
    QVERIFY2(chi < 27.9, std::to_string(chi).c_str());
    const AliasTable sparse({0, 1, 0, 3});
    const RandomStream stream(1, StreamKind::sample, std::uint64_t{0});
    for (std::int64_t i = 0; i < 1000; ++i) QVERIFY(sparse.draw(stream, i) % 2 == 1);
    VERIFY_CONTAINS(error_of([] { AliasTable({1, -1}); }), "not negative");
    VERIFY_CONTAINS(error_of([] { AliasTable({0, 0}); }), "positive, finite sum");
  }

  void splitIsStratifiedAndRepeats() {
    Targets targets;
    targets.class_names = {"a", "b", "c"};
    for (int i = 0; i < 1000; ++i) targets.labels.push_back(i % 10 == 0 ? 0 : i % 10 < 4 ? 1 : 2);
    const Parts parts = split(targets, 1000, 0.1, 0.25, 3);
    QCOMPARE(parts[2].size(), 250U);
    QCOMPARE(parts[1].size(), 100U);
    for (const auto& [part, share] : {std::pair{2, 25}, {1, 10}}) {
      const auto& indices = parts[static_cast<std::size_t>(part)];
      QCOMPARE(std::count_if(indices.begin(), indices.end(), [&](std::int64_t i) { return targets.labels[static_cast<std::size_t>(i)] == 0; }), share);
    }
    std::set<std::int64_t> all;
    for (const auto& part : parts) all.insert(part.begin(), part.end());
    QCOMPARE(all.size(), 1000U);
    QVERIFY(split(targets, 1000, 0.1, 0.25, 3) == parts);
    QVERIFY(split(targets, 1000, 0.1, 0.25, 4) != parts);
    QVERIFY(hash_parts(split(targets, 1000, 0.1, 0.25, 4)) != hash_parts(parts));
    VERIFY_CONTAINS(error_of([&] { (void)split(targets, 1000, 0.5, 0.5, 3); }), "leave none for training");
    VERIFY_CONTAINS(error_of([&] { (void)split(targets, 3, 0.1, 0, 3); }), "data.validation_fraction = 0.1 of 3 samples is none");
  }

  void augmentationsDoWhatTheySay() {
    const Shape shape{1, 2, 3};
    const std::vector<std::uint8_t> pixels{1, 2, 3, 4, 5, 6};
    QVERIFY((augmented(augment("RandomHorizontalFlip", {{"p", 1.0}}), shape, pixels, 0) == std::vector<std::uint8_t>{3, 2, 1, 6, 5, 4}));
    QVERIFY((augmented(augment("RandomVerticalFlip", {{"p", 1.0}}), shape, pixels, 0) == std::vector<std::uint8_t>{4, 5, 6, 1, 2, 3}));
    QVERIFY(augmented(augment("RandomHorizontalFlip", {{"p", 0.0}}), shape, pixels, 0) == pixels);
    QVERIFY(augmented(augment("RandomRotation", {{"degrees", 0.0}}), shape, pixels, 0) == pixels);
    QVERIFY(augmented(augment("RandomTranslation", {{"fraction", 0.0}}), shape, pixels, 0) == pixels);
    // Every window of a 1 × 3 crop out of 2 × 3 with one zero around it appears, equally often.
    std::map<std::vector<std::uint8_t>, int> seen;
    const auto crop = augment("RandomCrop", {{"padding", std::int64_t{1}}, {"size", std::vector<std::int64_t>{1, 3}}});
    for (std::int64_t i = 0; i < 6000; ++i) ++seen[augmented(crop, shape, pixels, i)];
    QCOMPARE(seen[(std::vector<std::uint8_t>{0, 0, 0})] > 2700, true);  // 2 of 4 rows
    for (const auto& window : {std::vector<std::uint8_t>{0, 1, 2}, {1, 2, 3}, {2, 3, 0}, {0, 4, 5}, {4, 5, 6}, {5, 6, 0}}) QVERIFY(std::abs(seen[window] - 500) < 110);
    QCOMPARE(seen.size(), 7U);
  }

  // A quarter turn moves a pixel exactly; half the picture's weight stays under any angle that keeps it inside.
  void rotationTurnsAboutTheCentre() {
    std::vector<std::uint8_t> disc(81);
    for (int y = 0; y < 9; ++y) {
      for (int x = 0; x < 9; ++x) disc[static_cast<std::size_t>(9 * y + x)] = (y - 4) * (y - 4) + (x - 4) * (x - 4) <= 4 ? 200 : 0;
    }
    double sum = 0;
    for (std::int64_t position = 0; position < 50; ++position) {
      const auto turned = augmented(augment("RandomRotation", {{"degrees", 180.0}}), {1, 9, 9}, disc, position);
      QCOMPARE(turned[40], 200);
      for (const std::uint8_t v : turned) sum += v;
    }
    QVERIFY(std::fabs(sum / 50 / (13 * 200) - 1) < 0.05);
  }

  void augmentationMistakes() {
    VERIFY_CONTAINS(error_of([] { AugmentChain({augment("RandomCorp", {})}, {1, 2, 2}, DType::u8); }), "unknown augmentation \"RandomCorp\"; allowed are RandomCrop, ");
    VERIFY_CONTAINS(error_of([] { AugmentChain({augment("RandomVerticalFlip", {{"p", 0.5}})}, {7}, DType::f32); }), "RandomVerticalFlip is for images; these samples are [7]");
    const auto crop = augment("RandomCrop", {{"padding", std::int64_t{0}}, {"size", std::vector<std::int64_t>{3, 3}}});
    VERIFY_CONTAINS(error_of([&] { AugmentChain({crop}, {1, 2, 2}, DType::u8); }), "size [3, 3] is larger than the padded image");
  }

  void croppedInputsTakeTheMiddleInEvaluation() {
    DatasetOptions options = digits();
    options.normalize = Normalize::none;
    options.augment = {augment("RandomCrop", {{"padding", std::int64_t{0}}, {"size", std::vector<std::int64_t>{4, 6}}})};
    const auto dataset = Dataset::load(options);
    QCOMPARE(dataset->facts().input_shape, (Shape{1, 4, 6}));
    Loader loader(dataset, Part::test, {});
    Batch batch;
    QVERIFY(loader.next(batch));
    const auto* raw = reinterpret_cast<const std::uint8_t*>(dataset->sample(batch.indices[0], nullptr));
    for (int y = 0; y < 4; ++y) {
      for (int x = 0; x < 6; ++x) QCOMPARE(batch.inputs.as<float>()[6 * y + x], static_cast<float>(raw[8 * (y + 2) + x + 1]));
    }
  }

  void aWorkersErrorArrivesWithThePath() {
    const support::Folder folder;
    for (int i = 0; i < 40; ++i) folder.copy("images/noise.png", "d/" + std::string(i % 2 == 0 ? "a" : "b") + "/" + std::to_string(100 + i) + ".png");
    DatasetOptions options;
    options.kind = "images";
    options.path = folder.path() / "d";
    LoadContext context;
    context.memory_budget = 20000;  // nine of the samples
    const auto dataset = Dataset::load(options, context);
    QVERIFY(dataset->decodes());
    folder.write("d/b/131.png", "gone");
    for (const int workers : {0, 1, 3}) {
      LoaderOptions loading;
      loading.batch_size = 4;
      loading.workers = workers;
      Loader loader(dataset, Part::train, loading);
      Batch batch;
      const std::string error = error_of([&] {
        while (loader.next(batch)) {
        }
      });
      VERIFY_CONTAINS(error, "d/b/131.png has changed since it was first read: neither a PNG nor a JPEG file");
    }
  }

  void stopIsHeeded() {
    for (const int workers : {0, 2}) {
      Loader loader(digits_, Part::train, training(workers));
      std::stop_source stop;
      Batch batch;
      QVERIFY(loader.next(batch, stop.get_token()));
      stop.request_stop();
      const auto begin = std::chrono::steady_clock::now();
      QCOMPARE(error_of([&] { loader.next(batch, stop.get_token()); }), std::string("stopped on request"));
      QVERIFY(std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(100));
    }
  }

  // Destroyed with full queues, with empty ones, and in the middle of an epoch: it must return.
  void destructionNeverHangs() {
    for (int taken = 0; taken < 6; ++taken) {
      Loader loader(digits_, Part::train, training(3));
      Batch batch;
      for (int i = 0; i < taken; ++i) QVERIFY(loader.next(batch));
      if (taken % 2 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }

 private:
  std::shared_ptr<const Dataset> digits_;
};

QTEST_GUILESS_MAIN(TestLoader)
#include "tst_loader.moc"
