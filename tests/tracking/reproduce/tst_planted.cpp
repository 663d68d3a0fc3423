// Twelve planted differences, and more: each must be found with its cause, its first step and its first quantity.
#include <QImage>
#include <QProcess>
#include <QtTest>
#include <cmath>
#include <cstring>
#include <dlfcn.h>
#include <fstream>

#include <cstdio>  // jpeglib.h needs it and doesn't say so

#include <jpeglib.h>

#include "engine/backend/backend.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/ops/kernel_table.h"
#include "support_experiment.h"
#include "tracking/analysis/comparison.h"

using namespace lockstep;
using test::Experiment;
using tracking::Cause;
using tracking::Verdict;

namespace {

bool other_decoder = false;  ///< the switch of jpeg_read_scanlines below

/// The last product of a row is added first: another order of the same sum. Plain loops over dense f32.
void linear_backwards(const engine::KernelContext&, const engine::View& y, const engine::View& x, const engine::View& weight, const engine::View& bias, bool relu) {
  const auto* input = static_cast<const float*>(x.data);
  const auto* weights = static_cast<const float*>(weight.data);
  const auto* biases = static_cast<const float*>(bias.data);
  auto* out = static_cast<float*>(y.data);
  const std::int64_t rows = x.sizes[0], in = weight.sizes[1], outputs = weight.sizes[0];
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t o = 0; o < outputs; ++o) {
      float sum = 0;
      for (std::int64_t i = in - 1; i >= 0; --i) sum += input[row * in + i] * weights[o * in + i];
      sum += biases != nullptr ? biases[o] : 0.0F;
      out[row * outputs + o] = relu ? std::max(0.0F, sum) : sum;
    }
  }
}

bool has_drift(const tracking::Judgement& judgement, tracking::DriftKind kind, const std::string& key) {
  return std::any_of(judgement.drift.begin(), judgement.drift.end(), [&](const tracking::Drift& drift) { return drift.kind == kind && drift.key == key; });
}

}  // namespace

// Takes the place of libjpeg's in this program: another decoder's result for the third row of each picture that is asked for.
extern "C" JDIMENSION jpeg_read_scanlines(j_decompress_ptr info, JSAMPARRAY lines, JDIMENSION most) {
  static const auto real = reinterpret_cast<JDIMENSION (*)(j_decompress_ptr, JSAMPARRAY, JDIMENSION)>(dlsym(RTLD_NEXT, "jpeg_read_scanlines"));
  const JDIMENSION row = info->output_scanline;
  const JDIMENSION read = real(info, lines, most);
  if (other_decoder && row == 2 && read > 0) lines[0][0] = static_cast<JSAMPLE>(lines[0][0] ^ 1);
  return read;
}

class TestPlanted : public QObject {
  Q_OBJECT

  static void expect(const tracking::Judgement& judgement, Verdict verdict, Cause cause, std::optional<std::int64_t> step, const char* quantity) {
    const auto& first = judgement.divergence.first;
    const std::string told = tracking::to_json(judgement);
    QVERIFY2(judgement.verdict == verdict, told.c_str());
    QVERIFY2(judgement.cause == cause, told.c_str());
    QVERIFY2(first.has_value() == step.has_value(), told.c_str());
    if (!first) return;
    QVERIFY2(first->step == *step, told.c_str());
    QVERIFY2(first->quantity == quantity, told.c_str());
  }

  /// Trains, changes something, must be refused, and reproduces with the drift accepted.
  template <class Change>
  static tracking::Judgement changed(Experiment& experiment, const std::string& config, Change&& change) {
    const std::string run = experiment.train(config);
    change();
    const std::size_t before = experiment.project().runs().size();
    try {
      static_cast<void>(experiment.reproduce({.run = run}));
      QTest::qFail("began without a word although the data changed", __FILE__, __LINE__);
    } catch (const tracking::UnacceptedDrift& drift) {
      if (std::string(drift.what()).find("--accept-drift") == std::string::npos) QTest::qFail(drift.what(), __FILE__, __LINE__);
    }
    if (experiment.project().runs().size() != before) QTest::qFail("a refused reproduction left a run behind", __FILE__, __LINE__);
    const auto result = experiment.reproduce({.run = run, .accept_drift = true});
    const auto summary = experiment.project().summary(result.session.run);
    if (!result.judgement || summary.verdict != std::string(tracking::verdict_name(result.judgement->verdict)) || summary.relation != "reproduces" || summary.parent != run) qFatal("the verdict was not stored");
    return *result.judgement;
  }

  static tracking::Judgement compared(Experiment& experiment, const std::string& config, const std::vector<std::string>& first, const std::vector<std::string>& second) {
    const std::string a = experiment.train(config, first), b = experiment.train(config, second);
    return tracking::compare_runs(experiment.project(), {a, b}).judgements.at(0);
  }

 private slots:
  void initTestCase() { engine::cpu_backend().set_threads(2); }

  void nothing_changed() {
    Experiment experiment;
    experiment.write_table();
    const std::string run = experiment.train(Experiment::table_config());
    test::Ear ear;
    const auto result = tracking::reproduce_run(experiment.project(), {.run = run, .threads = 1, .overrides = {"data.workers=0", "run.name=\"again\""}}, ear);
    expect(*result.judgement, Verdict::identical, Cause::none, {}, "");
    QVERIFY(!ear.parted());
    QCOMPARE(ear.last(), std::int64_t{2 * test::table_rows / test::table_batch});
    QCOMPARE(experiment.project().summary(result.session.run).verdict, std::optional<std::string>("identical"));
  }

  void one_pixel() {
    Experiment experiment;
    experiment.write_table();
    const auto judgement = changed(experiment, Experiment::table_config(), [&] {
      auto lines = experiment.table_lines();
      lines[1 + 21].replace(0, lines[21 + 1].find(','), "0.123");
      experiment.write_lines(lines);
    });
    expect(judgement, Verdict::diverged, Cause::data, 21 / test::table_batch + 1, "batch_hash");
    QVERIFY(has_drift(judgement, tracking::DriftKind::data, "files"));
  }

  void one_label() {
    Experiment experiment;
    experiment.write_table();
    const auto judgement = changed(experiment, Experiment::table_config(), [&] {
      auto lines = experiment.table_lines();
      std::string& line = lines[1 + 42];
      line.back() = line.back() == 'a' ? 'b' : 'a';
      experiment.write_lines(lines);
    });
    expect(judgement, Verdict::diverged, Cause::data, 42 / test::table_batch + 1, "batch_hash");
  }

  void two_rows_swapped() {
    Experiment experiment;
    experiment.write_table();
    const auto judgement = changed(experiment, Experiment::table_config(), [&] {
      auto lines = experiment.table_lines();
      std::swap(lines[1 + 33], lines[1 + 70]);
      experiment.write_lines(lines);
    });
    expect(judgement, Verdict::diverged, Cause::data, 33 / test::table_batch + 1, "batch_hash");
  }

  void one_file_added() {
    Experiment experiment;
    experiment.write_pictures(10, "png");
    const auto judgement = changed(experiment, Experiment::picture_config(), [&] {
      // Between cat/005.png and cat/006.png: from the seventh sample on, every one moves.
      experiment.write_picture(QString::fromStdString((experiment.folder() / "pictures/cat/005b.png").string()), 77);
    });
    expect(judgement, Verdict::diverged, Cause::data, 6 / 4 + 1, "batch_hash");
    const auto files = std::find_if(judgement.drift.begin(), judgement.drift.end(), [](const tracking::Drift& drift) { return drift.key == "files"; });
    QVERIFY(files != judgement.drift.end() && files->after.find("1 added") != std::string::npos && files->after.find("005b.png") != std::string::npos);
  }

  void another_decoder() {
    Experiment experiment;
    experiment.write_pictures(10, "jpg");
    const auto judgement = changed(experiment, Experiment::picture_config(), [] { other_decoder = true; });
    other_decoder = false;
    expect(judgement, Verdict::diverged, Cause::data, 1, "batch_hash");
    QVERIFY(!has_drift(judgement, tracking::DriftKind::data, "files"));  // every byte of every file is the same
  }

  void files_made_in_another_order() {
    Experiment experiment;
    experiment.write_pictures(10, "png");
    const std::string run = experiment.train(Experiment::picture_config());
    experiment.write_pictures(10, "png", true);
    const auto result = experiment.reproduce({.run = run});
    expect(*result.judgement, Verdict::identical, Cause::none, {}, "");
  }

  void another_reduction_order() {
    Experiment experiment;
    experiment.write_table();
    const std::string run = experiment.train(Experiment::table_config());
    auto& kernels = const_cast<engine::KernelTable&>(engine::cpu_backend().kernels());
    const auto usual = kernels.linear.forward;
    kernels.linear.forward = linear_backwards;
    test::Ear ear;
    const auto result = tracking::reproduce_run(experiment.project(), {.run = run}, ear);
    kernels.linear.forward = usual;
    // Where the loss of the first step rounds to the same float, the weights after it tell.
    QVERIFY(ear.parted() && ear.parted()->step == 1 && (ear.parted()->quantity == "loss" || ear.parted()->quantity == "parameters"));
    expect(*result.judgement, Verdict::within_tolerance, Cause::arithmetic, 1, ear.parted()->quantity.c_str());
    QVERIFY(!result.judgement->bands.empty());
    for (const auto& band : result.judgement->bands) QVERIFY(!band.from_seeds && band.holds() && std::abs(band.before - band.after) <= 0.01 * std::max(band.before, band.after));
  }

  void the_band_is_what_seeds_show() {
    Experiment experiment;
    experiment.write_table();
    const std::string run = experiment.train(Experiment::table_config());
    for (const char* seed : {"reproducibility.seed=8", "reproducibility.seed=9"}) experiment.train(Experiment::table_config(), {seed});
    auto& kernels = const_cast<engine::KernelTable&>(engine::cpu_backend().kernels());
    const auto usual = kernels.linear.forward;
    kernels.linear.forward = linear_backwards;
    const auto result = experiment.reproduce({.run = run});
    kernels.linear.forward = usual;
    QVERIFY(!result.judgement->bands.empty());
    for (const auto& band : result.judgement->bands) QVERIFY(band.from_seeds);
  }

  void code_that_changed_changes_no_bit() {
    Experiment experiment;
    experiment.write_table();
    const auto git = [&](QStringList arguments) {
      arguments = QStringList{"-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"} + arguments;
      QProcess process;
      process.setWorkingDirectory(QString::fromStdString(experiment.folder().string()));
      process.start("git", arguments);
      QVERIFY(process.waitForFinished() && process.exitCode() == 0);
    };
    const auto write = [&](const char* text) { std::ofstream(experiment.folder() / "model.py") << text; };
    git({"init", "-q"});
    write("one\n");
    git({"add", "model.py"});
    git({"commit", "-qm", "one"});
    const std::string run = experiment.train(Experiment::table_config());
    write("two\n");
    const auto dirty = experiment.reproduce({.run = run});
    expect(*dirty.judgement, Verdict::identical, Cause::none, {}, "");
    QVERIFY(has_drift(*dirty.judgement, tracking::DriftKind::code, "dirty") || has_drift(*dirty.judgement, tracking::DriftKind::code, "patch.sha256"));
    git({"commit", "-qam", "two"});
    const auto commit = experiment.reproduce({.run = run});
    expect(*commit.judgement, Verdict::identical, Cause::none, {}, "");
    QVERIFY(has_drift(*commit.judgement, tracking::DriftKind::code, "commit"));
  }

  void another_seed_of_one_stream_data() {
    QTest::addColumn<QString>("stream");
    QTest::addColumn<int>("step");
    QTest::addColumn<QString>("quantity");
    QTest::newRow("split") << "split" << 1 << "batch_hash";
    QTest::newRow("init") << "init" << 0 << "parameters";
    QTest::newRow("shuffle") << "shuffle" << 1 << "batch_hash";
    QTest::newRow("augment") << "augment" << 1 << "batch_hash";
    QTest::newRow("dropout") << "dropout" << 1 << "loss";
  }
  void another_seed_of_one_stream() {
    QFETCH(QString, stream);
    QFETCH(int, step);
    QFETCH(QString, quantity);
    Experiment experiment;
    experiment.write_table();
    experiment.write_pictures(10, "png");
    const bool pictures = stream == "augment";
    std::vector<std::string> same{"data.sampler=\"shuffle\""};
    if (!pictures) same.push_back("data.validation_fraction=0.25");
    std::vector<std::string> other = same;
    other.push_back("reproducibility.seeds." + stream.toStdString() + "=12345");
    const auto judgement = compared(experiment, pictures ? Experiment::picture_config() : Experiment::table_config(), same, other);
    expect(judgement, Verdict::diverged, Cause::seed, step, qPrintable(quantity));
    QVERIFY(judgement.sentence().english().find("the seed of " + stream.toStdString()) != std::string::npos);
  }

  void another_learning_rate() {
    Experiment experiment;
    experiment.write_table();
    const auto judgement = compared(experiment, Experiment::table_config(), {}, {"optimizer.learning_rate=0.06"});
    expect(judgement, Verdict::diverged, Cause::config, 1, "parameters");
    QCOMPARE(judgement.sentence().english(), std::string("They part at step 1, first in parameters: the config differs: optimizer.learning_rate is 0.06, was 0.05"));
  }

  void another_transform() {
    Experiment experiment;
    experiment.write_table();
    const auto judgement = compared(experiment, Experiment::table_config(), {}, {"data.normalize=\"standard\""});
    expect(judgement, Verdict::diverged, Cause::config, 1, "batch_hash");
  }

  void fewer_epochs() {
    Experiment experiment;
    experiment.write_table();
    const auto judgement = compared(experiment, Experiment::table_config(), {}, {"train.epochs=1"});
    QCOMPARE(judgement.cause, Cause::config);
    QVERIFY(judgement.divergence.first.has_value());
  }

  void what_can_not_be_reproduced_is_refused() {
    Experiment experiment;
    experiment.write_table();
    const std::string run = experiment.train(Experiment::table_config());
    const auto error_of = [&](tracking::ReproduceRequest request) -> std::string {
      request.run = run;
      try {
        static_cast<void>(experiment.reproduce(request));
      } catch (const engine::ValueError& error) {
        return error.what();
      }
      return {};
    };
    QVERIFY(error_of({.run = {}, .overrides = {"optimizer.learning_rate=1"}}).starts_with("--set optimizer.learning_rate: a reproduction can change only"));
    QVERIFY(error_of({.run = {}, .overrides = {"reproducibility.seed=1"}}).starts_with("--set reproducibility.seed:"));
    QVERIFY(error_of({.run = {}, .overrides = {"nonsense=1"}}).starts_with("--set nonsense:"));
    const std::string queued = experiment.project().enqueue_run({.name = "waits"});
    try {
      static_cast<void>(experiment.reproduce({.run = queued}));
      QFAIL("a queued run was reproduced");
    } catch (const engine::ValueError& error) {
      QVERIFY(std::string(error.what()).find("only a run that is over can be reproduced") != std::string::npos);
    }
  }

  void a_run_that_was_stopped_is_compared_as_far_as_it_came() {
    Experiment experiment;
    experiment.write_table();
    class StopAt final : public tracking::SessionListener {
     public:
      void step(const engine::train::StepEvent& event) override { stopping_ = event.step >= 5; }
      engine::train::Control control() override { return stopping_ ? engine::train::Control::stop : engine::train::Control::run; }

     private:
      bool stopping_ = false;
    } listener;
    tracking::TrainRequest request;
    request.source = {Experiment::table_config(), experiment.project().folder() / "config.toml"};
    request.code_folder = experiment.folder();
    const auto stopped = tracking::train_run(experiment.project(), request, listener);
    QCOMPARE(stopped.status, tracking::Status::stopped);
    const auto result = experiment.reproduce({.run = stopped.run});
    expect(*result.judgement, Verdict::identical, Cause::none, {}, "");
    QCOMPARE(result.judgement->divergence.compared, stopped.step);
  }
};

QTEST_GUILESS_MAIN(TestPlanted)
#include "tst_planted.moc"
