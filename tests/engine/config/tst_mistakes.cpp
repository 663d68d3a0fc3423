// What a person is told about a mistake: file, line, key, what was found and what is allowed.
#include <QTemporaryDir>
#include <QtTest>

#include <fstream>

#include "tests/engine/config/support_catalog.h"
#include "tests/engine/config/support_text.h"

using namespace lockstep::engine;
using namespace lockstep::engine::config;

namespace {

std::string errors_of(const std::string& text, const Options& options = {}) {
  const auto outcome = check({text, "run.toml"}, test_catalog(), options);
  std::string out;
  for (const ConfigError& error : outcome.errors) out += error.english() + "\n";
  return out;
}

std::string with(const std::string& from, const std::string& to) {
  std::string text = good_config();
  const std::size_t at = text.find(from);
  if (at == std::string::npos) qFatal("the good config has no such text");
  return text.replace(at, from.size(), to);
}

}  // namespace

class TestMistakes : public QObject {
  Q_OBJECT
 private slots:
  void noMistake() { QCOMPARE(errors_of(good_config()), ""); }

  // The ten of the issue, in its order.
  void typoInAKey() {
    QCOMPARE(errors_of(with("learning_rate", "learnig_rate")),
             "run.toml:23:1: optimizer.learnig_rate: unknown key \"learnig_rate\"; did you mean \"learning_rate\"? "
             "Allowed here: "
             "type, no_decay_norms_and_biases, learning_rate, betas, weight_decay, decay_from, groups\n");
    QCOMPARE(errors_of(with("[train]", "[trian]")),
             "run.toml:25:2: trian: unknown key \"trian\"; did you mean \"train\"? Allowed here: config_version, run, "
             "data, model, "
             "loss, optimizer, schedule, train, precision, reproducibility\n"
             "run.toml: train.epochs: required, but missing; allowed is one of epochs and steps\n");
  }
  void wrongType() {
    QCOMPARE(errors_of(with("0.003", "\"fast\"")),
             "run.toml:23:17: optimizer.learning_rate: found \"fast\" (a text); allowed is a number greater than 0\n");
    QCOMPARE(errors_of(with("epochs = 2", "epochs = 2.5")),
             "run.toml:26:10: train.epochs: found 2.5 (a number); allowed is an integer from 1 to 1000000000\n");
    QCOMPARE(errors_of(with("epochs = 2", "epochs = 2020-01-01")),
             "run.toml:26:10: train.epochs: found a date or time; allowed is an integer from 1 to 1000000000\n");
  }
  void outOfRange() {
    QCOMPARE(errors_of(with("batch_size = 64", "batch_size = 0")),
             "run.toml:6:14: data.batch_size: found 0; allowed is an integer from 1 to 16777216\n");
    QCOMPARE(errors_of(with("0.003", "nan")),
             "run.toml:23:17: optimizer.learning_rate: found nan; allowed is a number greater than 0\n");
    QCOMPARE(errors_of(with("kernel_size = 3", "kernel_size = [3, 0]")),
             "run.toml:11:15: model.layers.0.kernel_size: found [3, 0]; allowed is 2 integers, each at least 1\n");
    QCOMPARE(errors_of(with("batch_size = 64", "normalize = \"Standard\"")),
             "run.toml:6:13: data.normalize: found \"Standard\"; allowed is one of \"standard\", \"unit\", \"none\"\n");
  }
  void unknownLayer() {
    QCOMPARE(errors_of(with("\"Conv2d\"", "\"Conv2D\"")),
             "run.toml:9:8: model.layers.0.type: unknown layer \"Conv2D\"; did you mean \"Conv2d\"? Known: Linear, "
             "Conv2d, ReLU, Flatten, Add, Dropout\n");
  }
  void shapeMismatch() {
    QCOMPARE(errors_of(with("type = \"Flatten\"", "type = \"ReLU\"")),
             "run.toml:17:1: model.layers.2: Linear gets [4, 6, 6] from model.layers.1 (ReLU) (without the batch): "
             "expected one dimension\n");
    QCOMPARE(errors_of(with("out_features = 10", "out_features = 10\nin_features = 100")),
             "run.toml:20:15: model.layers.2.in_features: found 100, but model.layers.1 (Flatten) gives 144; leave it "
             "out, or make them agree\n");
    QCOMPARE(errors_of(with("type = \"Flatten\"", "type = \"Add\"\ninputs = [\"stem\", \"data\"]")),
             "run.toml:14:1: model.layers.1: Add gets [4, 6, 6] from model.layers.0 (Conv2d \"stem\") and [1, 8, 8] "
             "from the data "
             "(without the batch): expected equal shapes\n");
    QCOMPARE(errors_of(with("out_features = 10", "out_features = 11")),
             "run.toml:17:1: model.layers.2: the last layer gives [11] (without the batch), which doesn't suit "
             "CrossEntropyLoss on this "
             "data: expected [10], a value a class\n");
  }
  void missingFile() {
    QCOMPARE(errors_of(with("dataset = \"digits\"", "kind = \"csv\"\npath = \"no/table.csv\"")).substr(0, 77),
             "run.toml:6:8: data.path: found \"no/table.csv\", but there is no file or folder");
    const auto outcome = load("/no/such/run.toml");
    QCOMPARE(outcome.errors.at(0).english(),
             "/no/such/run.toml: there is no such file; allowed is a config's path, or preset:NAME");
    QCOMPARE(load("/tmp").errors.at(0).english(),
             "/tmp: found a folder; allowed is a config file in it, such as config.toml");
  }
  void twoSchedules() {
    QCOMPARE(errors_of(good_config() + "[schedule]\ntype = \"Constant\"\n[schedule]\ntype = \"WarmupCosine\"\n"),
             "run.toml:29:1: schedule: [schedule] is written twice, first in line 27; keep one of them\n");
    QCOMPARE(errors_of(good_config() + "[schedule]\ntype = \"Constant\"\ntype = \"WarmupCosine\"\n"),
             "run.toml:29:1: schedule.type: type is written twice, first in line 28; keep one of them\n");
    QCOMPARE(errors_of(with("out_channels = 4", "out_channels = 4\n  out_channels = 8")),
             "run.toml:11:3: model.layers.0.out_channels: out_channels is written twice, first in line 10; keep one of "
             "them\n");
    QCOMPARE(errors_of(good_config() + "[[schedule]]\ntype = \"Constant\"\n[[schedule]]\ntype = \"WarmupCosine\"\n"),
             "run.toml:27:1: schedule: found a list of 2 tables; allowed is one table, written once as [schedule]\n");
  }
  void badUtf8() {
    QCOMPARE(errors_of(with("# bundled", "# caf\xE9")),
             "run.toml:5:26: found the byte 0xE9, which is not UTF-8; save the file as UTF-8\n");
    QCOMPARE(errors_of("name = \"\xED\xA0\x80\""),
             "run.toml:1:9: found the byte 0xED, which is not UTF-8; save the file as UTF-8\n");
  }
  void emptyFile() {
    const std::string rest =
        "; required are [data], [[model.layers]] or model.preset, optimizer.type, and train.epochs or train.steps\n";
    QCOMPARE(errors_of(""), ("run.toml: found an empty file" + rest));
    QCOMPARE(errors_of("# nothing yet\n\n"), ("run.toml: found no settings" + rest));
  }
  void hundredMegabytes() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("big.toml").toStdString();
    std::ofstream(path) << "x";
    std::filesystem::resize_file(path, 100'000'000);
    QCOMPARE(load(path).errors.at(0).english(),
             (path + ": found 100000000 bytes; a config has at most 4194304. Is this the right file?"));
    QCOMPARE(load("/dev/zero").errors.at(0).english(),
             "/dev/zero: found more than 4194304 bytes; a config has at most 4194304. Is this the right file?");
    QCOMPARE(errors_of(std::string(5'000'000, ' ')),
             "run.toml: found 5000000 bytes; a config has at most 4194304. Is this the right file?\n");
  }

  void syntaxErrorAlone() {
    QCOMPARE(errors_of(with("batch_size = 64", "batch_size = \nworkers = -1")),
             "run.toml:6:14: not valid TOML: expected value, saw '\\n'\n");
  }
  void allErrorsAtOnceInOrder() {
    std::string text = with("epochs = 2", "epochs = 0");
    text.replace(text.find("batch_size = 64"), 15, "batch_size = -1");
    text.replace(text.find("AdamW"), 5, "Adam");
    QCOMPARE(errors_of(text),
             "run.toml:6:14: data.batch_size: found -1; allowed is an integer from 1 to 16777216\n"
             "run.toml:22:8: optimizer.type: unknown optimizer \"Adam\"; did you mean \"AdamW\"? Known: SGD, AdamW\n"
             "run.toml:26:10: train.epochs: found 0; allowed is an integer from 1 to 1000000000\n");
  }
  void pytorchNames() {
    QCOMPARE(errors_of(with("learning_rate = 0.003", "lr = 0.1")).substr(0, 84),
             "run.toml:23:1: optimizer.lr: unknown key \"lr\"; did you mean \"learning_rate\"? Allowed");
    QCOMPARE(errors_of(with("learning_rate = 0.003", "momentum = 0.9")),
             "run.toml:23:1: optimizer.momentum: AdamW takes no \"momentum\" (SGD does). Allowed here: type, "
             "no_decay_norms_and_biases, "
             "learning_rate, betas, weight_decay, decay_from, groups\n");
  }
  void whatDoesNotApply() {
    QCOMPARE(errors_of(with("batch_size = 64", "header = false")),
             "run.toml:6:1: data.header: applies only where kind is \"csv\"; here kind is not set\n");
    QCOMPARE(errors_of(with("batch_size = 64", "validation_fraction = 0.0\n[[data.augment]]\ntype = \"RandomCrop\"")),
             "");
    QCOMPARE(errors_of(with("epochs = 2", "epochs = 2\nsteps = 10")),
             "run.toml:27:9: train.steps: found both epochs and steps; allowed is one of them\n");
    QCOMPARE(errors_of(with("batch_size = 64", "validation_fraction = 0") + "monitor = \"val/loss\"\n"),
             "run.toml:27:11: train.monitor: found \"val/loss\", but there is no validation part; set "
             "data.validation_fraction, or monitor a train/ metric\n");
    QCOMPARE(errors_of(with("batch_size = 64", "validation_fraction = 0.6\ntest_fraction = 0.5")),
             "run.toml:7:17: data.test_fraction: validation_fraction and test_fraction add up to 1.1; less than 1 is "
             "allowed, so that something is left to train on\n");
  }
  void layerReferences() {
    QCOMPARE(errors_of(with("type = \"Flatten\"", "type = \"Flatten\"\ninput = \"stm\"")),
             "run.toml:16:9: model.layers.1.input: no earlier layer is called \"stm\"; did you mean \"stem\"? Allowed: "
             "stem, data, or a position from 0\n");
    QCOMPARE(errors_of(with("type = \"Flatten\"", "type = \"Flatten\"\nname = \"stem\"")),
             "run.toml:16:8: model.layers.1.name: found \"stem\", which model.layers.0 is called already; names must "
             "differ\n");
    QCOMPARE(
        errors_of(with("\"stem\"", "\"data\"")),
        "run.toml:12:8: model.layers.0.name: found \"data\"; allowed is a name that is not empty and not \"data\"\n");
    QCOMPARE(
        errors_of(with("\"stem\"", "\"1\"")),
        "run.toml:14:1: model.layers.1.name: found \"1\", which model.layers.0 is called already; names must differ\n");
    QCOMPARE(errors_of(with("\"stem\"", "\"0\"")), "");
  }
  void augmentedSizeReachesTheLayers() {
    QCOMPARE(
        errors_of(with("batch_size = 64", "batch_size = 64\n[[data.augment]]\ntype = \"RandomCrop\"\nsize = [2, 2]")),
        "run.toml:11:1: model.layers.0: Conv2d gets [1, 2, 2] from the data (without the batch): expected an image of "
        "at least the kernel's size\n");
    QCOMPARE(
        errors_of(with("batch_size = 64", "batch_size = 64\n[[data.augment]]\ntype = \"RandomCrop\"\nsize = [9, 9]")),
        "run.toml:7:1: data.augment: can't be applied to [1, 8, 8]: a size of at most the image's is expected\n");
  }
  void versions() {
    QCOMPARE(errors_of(with("config_version = 1", "config_version = 2")),
             "run.toml:2:18: config_version: found 2; allowed is 1 to 1; a newer Lockstep wrote it\n");
    QCOMPARE(errors_of(with("config_version = 1", "config_version = 0")),
             "run.toml:2:18: config_version: found 0; allowed is 1 to 1\n");
  }
  void columnsCountCharacters() {
    QVERIFY(errors_of("[run]\n\"中文\" = 1\n").find("run.toml:2:1: run.\"中文\": unknown key") != std::string::npos);
    QVERIFY(errors_of("run = {name = \"中文\", device = \"gpu\"}\n")
                .find("run.toml:1:30: run.device: found \"gpu\"; allowed is one of") != std::string::npos);
  }

  void overrides() {
    QCOMPARE(errors_of(good_config(), {.overrides = {"optimizer.learning_rate=-1"}}),
             "--set: optimizer.learning_rate: found -1; allowed is a number greater than 0\n");
    QCOMPARE(errors_of(good_config(), {.overrides = {"optimizer.learnig_rate=1"}}).substr(0, 92),
             "--set: optimizer.learnig_rate: unknown key \"learnig_rate\"; did you mean \"learning_rate\"? All");
    QCOMPARE(
        errors_of(good_config(), {.overrides = {"model.layers.7.bias=true"}}),
        "--set: model.layers.7.bias: found position \"7\"; allowed is 0 to 2, the positions of the list's tables\n");
    QCOMPARE(
        errors_of(good_config(), {.overrides = {"learning_rate"}}),
        "--set: found \"learning_rate\"; allowed is KEY=VALUE with a dotted key, as in optimizer.learning_rate=0.01\n");
    QCOMPARE(errors_of(good_config(), {.overrides = {"train.epochs.x=1"}}),
             "--set: train.epochs.x: train.epochs is 2 (an integer), not a table; it has no \"x\"\n");
  }

  void presets() {
    const QTemporaryDir folder;
    for (const char* name : {"digits-mlp.toml", "digits-cnn.toml", "notes.txt"})
      std::ofstream(folder.filePath(name).toStdString()) << good_config();
    const Options options{.overrides = {}, .preset_folders = {folder.path().toStdString()}};
    QCOMPARE(load("preset:digits-mlp", options).value->text, good_config());
    QCOMPARE(
        load("preset:digits-mpl", options).errors.at(0).english(),
        "preset:digits-mpl: there is no such preset; did you mean \"digits-mlp\"? allowed: digits-cnn, digits-mlp");
    QCOMPARE(load("preset:../notes", options).errors.at(0).english(),
             "preset:../notes: there is no such preset; allowed: digits-cnn, digits-mlp");
    QCOMPARE(load("preset:x", {}).errors.at(0).english(),
             "preset:x: there is no such preset; none was found in any folder");
  }
  void modelPreset() {
    const std::string head = "[data]\ndataset = \"digits\"\n[optimizer]\ntype = \"SGD\"\n[train]\nsteps = 1\n[model]\n";
    QCOMPARE(errors_of(head + "preset = \"tny\"\n"),
             "run.toml:8:10: model.preset: unknown model \"tny\"; did you mean \"tiny\"? Known: tiny\n");
    QCOMPARE(errors_of(head + "preset = \"tiny\"\n[[model.layers]]\ntype = \"ReLU\"\n").substr(0, 99),
             "run.toml:9:1: model.layers: found both model.preset and [[model.layers]]; allowed is one of them\nru");
  }
};

QTEST_GUILESS_MAIN(TestMistakes)
#include "tst_mistakes.moc"
