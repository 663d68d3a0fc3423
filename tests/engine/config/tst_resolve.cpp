// What a config is resolved to: defaults, inferred sizes, the hash and what is part of it.
#include <QtTest>

#include <fstream>
#include <set>
#include <sstream>

#include "engine/config/overrides.h"
#include "engine/config/schema_table.h"
#include "engine/core/sha256.h"
#include "engine/schema/check.h"
#include "tests/engine/config/support_catalog.h"
#include "tests/engine/config/support_text.h"

using namespace lockstep::engine;
using namespace lockstep::engine::config;

namespace {

const DataFacts digits{Shape{1, 8, 8}, true, 10, 1};

Resolved resolved(const std::string& text, std::vector<std::string> overrides = {}, const DataFacts& facts = digits) {
  auto document =
      check({text, "/project/run.toml"}, test_catalog(), {.overrides = std::move(overrides), .check_files = false});
  return document.or_throw().resolve(facts).or_throw();
}

std::string file_text(const std::string& name) {
  std::ifstream file(std::string(LOCKSTEP_SOURCE_DIR "/tests/data/config/") + name, std::ios::binary);
  std::stringstream out;
  out << file.rdbuf();
  return out.str();
}

std::string with(const std::string& from, const std::string& to) {
  std::string text = good_config();
  return text.replace(text.find(from), from.size(), to);
}

}  // namespace

class TestResolve : public QObject {
  Q_OBJECT
 private slots:
  // Goldens of version 1: what was recorded once must not change under a person's feet. The canonical JSON and the hashes
  // were computed from the resolved TOML by tests/data/config/make_goldens.py, with Python's tomllib, json and hashlib.
  void goldens() {
    const std::vector<std::string> names{"good", "full", "residual"};
    for (const std::string& name : names) {
      const Resolved run = resolved(name == "good" ? good_config() : file_text(name + ".toml"));
      QCOMPARE(run.toml, file_text(name + ".resolved.toml"));
      QCOMPARE(run.canonical_json, file_text(name + ".canonical.json"));
      QCOMPARE(run.hash + "\n", file_text(name + ".sha256"));
    }
  }
  void hashIsOfTheCanonicalJson() {
    const Resolved run = resolved(good_config());
    QCOMPARE(run.hash, sha256_hex(run.canonical_json));
  }

  void resolvedTextReadsBackToItself() {
    for (const std::string& name : {std::string("full.toml"), std::string("residual.toml")}) {
      const Resolved first = resolved(file_text(name));
      const Resolved again = resolved(first.toml);
      QCOMPARE(again.toml, first.toml);
      QCOMPARE(again.hash, first.hash);
    }
  }

  void whatIsNotPartOfTheHash() {
    const std::string hash = resolved(good_config()).hash;
    for (const char* set :
         {"run.name=other", "run.device=cpu", "run.threads=3", "run.tags=[\"a\"]", "run.notes=x", "data.workers=0",
          "data.cache_mib=1", "train.log_interval=7", "train.checkpoint_interval=3", "reproducibility.seed=9",
          "reproducibility.seeds.init=9", "model.init_from=run:abc", "reproducibility.isa=avx2",
          "precision.tf32=false", "optimizer.decay_from=0", "data.batch_size=64", "data.validation_fraction=0.1", "model.layers.1.input=stem",
          "model.layers.2.in_features=144"}) {
      QCOMPARE(set + resolved(good_config(), {set}).hash, set + hash);
    }
  }
  void whatIsPartOfTheHash() {
    std::set<std::string> hashes{resolved(good_config()).hash};
    std::size_t count = 1;
    for (const char* set :
         {"data.batch_size=65", "data.normalize=none", "data.drop_last=true", "model.layers.0.padding=1",
          "model.layers.0.name=trunk", "loss.label_smoothing=0.1", "optimizer.learning_rate=0.004",
          "optimizer.decay_from=5", "optimizer.type=SGD", "schedule.type=WarmupCosine", "train.epochs=3",
          "train.clip_norm=1", "precision.compute=bfloat16", "precision.tf32=true", "reproducibility.strict=false"}) {
      hashes.insert(resolved(good_config(), {set}).hash);
      QCOMPARE(hashes.size(), ++count);
    }
  }
  void pathsAreNotPartOfTheHash() {
    const std::string one = resolved(with("dataset = \"digits\"", "kind = \"csv\"\npath = \"a.csv\"")).hash;
    QCOMPARE(resolved(with("dataset = \"digits\"", "kind = \"csv\"\npath = \"sub/b.csv\"")).hash, one);
  }
  void fieldsOfLaterVersionsEnterOnlyWhenTheyDiffer() {
    QVERIFY(resolved(good_config()).canonical_json.find("decay_from") == std::string::npos);
    QVERIFY(resolved(good_config(), {"optimizer.decay_from=5"}).canonical_json.find("\"decay_from\":5") !=
            std::string::npos);
  }

  void defaultsFollowTheData() {
    QCOMPARE(resolved(good_config()).run.loss.type, std::string("CrossEntropyLoss"));
    const std::string table = with("dataset = \"digits\"", "kind = \"csv\"\npath = \"a.csv\"");
    const std::string linear =
        "[data]\nkind=\"csv\"\npath=\"a.csv\"\n[[model.layers]]\ntype=\"Linear\"\n[optimizer]\ntype=\"SGD\"\n[train]"
        "\nsteps=5\n";
    const DataFacts regression{Shape{13}, false, 0, 1};
    const RunConfig run = resolved(linear, {}, regression).run;
    QCOMPARE(run.loss.type, std::string("MSELoss"));
    QCOMPARE(run.model.layers.at(0).arguments.integer("out_features"), 1);
    QCOMPARE(run.model.layers.at(0).arguments.integer("in_features"), 13);
    QCOMPARE(run.train.monitor, std::string("train/loss"));
    QCOMPARE(resolved(linear, {}, {Shape{13}, true, 3, 1}).run.model.layers.at(0).output_shape.to_string(),
             std::string("[3]"));
    QCOMPARE(run.optimizer.learning_rate, 0.001);
    QCOMPARE(run.schedule.type, std::string("Constant"));
    QCOMPARE(run.data.validation_fraction, 0.0);
    QCOMPARE(resolved(good_config()).run.data.validation_fraction, 0.1);
    QCOMPARE(resolved(good_config()).run.data.test_fraction, 0.2);
    QCOMPARE(resolved(good_config()).run.train.monitor, std::string("val/loss"));
  }
  void dataThatDoesNotFit() {
    auto document = check({"[data]\nkind=\"csv\"\npath=\"a.csv\"\n[[model.layers]]\ntype=\"Linear\"\nin_features=4\n["
                           "optimizer]\ntype=\"SGD\"\n[train]\nsteps=5\n",
                           "run.toml"},
                          test_catalog(), {.check_files = false});
    const auto outcome = document.or_throw().resolve({Shape{13}, false, 0, 1});
    QVERIFY(!outcome.ok());
    QCOMPARE(
        outcome.errors.at(0).english(),
        "run.toml:6:13: model.layers.0.in_features: found 4, but the data gives 13; leave it out, or make them agree");
  }

  void plainMembers() {
    const RunConfig run = resolved(file_text("full.toml")).run;
    QCOMPARE(run.run.name, std::string("everything"));
    QCOMPARE(run.run.tags.size(), std::size_t{2});
    QCOMPARE(run.data.augment.at(0).type, std::string("RandomCrop"));
    QCOMPARE(run.data.augment.at(0).arguments.integer("padding"), 2);
    QCOMPARE(run.model.layers.at(0).name, std::string("stem"));
    QCOMPARE(run.model.layers.at(0).line, 23);
    QCOMPARE(run.model.layers.at(0).inputs, std::vector<std::int64_t>{-1});
    QCOMPARE(run.model.layers.at(0).arguments.integers("kernel_size"), (std::vector<std::int64_t>{3, 3}));
    QCOMPARE(run.model.layers.at(0).parameters, 4 * (9 + 1));
    QCOMPARE(run.optimizer.groups.at(0).parameters, std::vector<std::string>{"stem.*"});
    QCOMPARE(run.optimizer.groups.at(0).learning_rate.value(), 0.0001);
    QVERIFY(!run.optimizer.groups.at(0).weight_decay.has_value());
    QVERIFY(run.optimizer.no_decay_norms_and_biases);
    QCOMPARE(run.optimizer.arguments.reals("betas"), (std::vector<double>{0.9, 0.95}));
    QCOMPARE(run.train.clip_norm.value(), 1.0);
    QVERIFY(!run.train.clip_value.has_value());
    QCOMPARE(run.precision.compute, DType::bf16);
    QCOMPARE(run.reproducibility.seeds.master, std::uint64_t{42});
    QCOMPARE(run.reproducibility.seeds.shuffle, std::uint64_t{7});
    QCOMPARE(run.reproducibility.seeds.of(StreamKind::init), derived_seed(42, "init"));
  }
  void derivedSeedsAreFrozenAndFitTOML() {
    QCOMPARE(derived_seed(42, "init"), mix64(42 ^ hash_name("init")) >> 1U);
    std::set<std::uint64_t> all;
    for (const char* name : {"split", "init", "shuffle", "augment", "dropout", "sample"})
      all.insert(derived_seed(0, name));
    QCOMPARE(all.size(), std::size_t{6});
    QVERIFY(*all.rbegin() < (std::uint64_t{1} << 63U));
  }
  void residualLinks() {
    const auto layers = resolved(file_text("residual.toml")).run.model.layers;
    QCOMPARE(layers.at(2).inputs, (std::vector<std::int64_t>{1, 0}));
    QVERIFY(resolved(file_text("residual.toml")).canonical_json.find("\"inputs\":[1,0]") != std::string::npos);
  }
  void modelPreset() {
    const std::string text =
        "[data]\ndataset=\"digits\"\n[model]\npreset=\"tiny\"\n[optimizer]\ntype=\"SGD\"\n[train]\nsteps=5\n";
    const Resolved run = resolved(text);
    QCOMPARE(run.run.model.preset, std::string("tiny"));
    QCOMPARE(run.run.model.layers.at(1).arguments.integer("in_features"), 64);
    QCOMPARE(resolved(run.toml).hash, run.hash);
    QVERIFY(resolved(text, {"model.layers.1.bias=false"}).hash != run.hash);
  }

  void overridesAreTomlOrText() {
    const RunConfig run =
        resolved(good_config(), {"run.name=a b", "run.tags=[\"x\", \"y\"]", "model.layers.0.out_channels=8",
                                 "train.epochs=5", "schedule.type=WarmupCosine", "schedule.warmup_steps=10"})
            .run;
    QCOMPARE(run.run.name, std::string("a b"));
    QCOMPARE(run.run.tags, (std::vector<std::string>{"x", "y"}));
    QCOMPARE(run.model.layers.at(0).arguments.integer("out_channels"), 8);
    QCOMPARE(run.train.epochs, 5);
    QCOMPARE(run.schedule.arguments.integer("warmup_steps"), 10);
  }

  void migrationsRunInOrder() {
    const Migration steps[] = {
        {2, [](Node& root) { root.find("x")->value = std::get<std::int64_t>(root.find("x")->value) * 10; }},
        {1, [](Node& root) { root.find("x")->value = std::get<std::int64_t>(root.find("x")->value) + 1; }}};
    auto root = std::get<Node>(read_toml("config_version = 1\nx = 4\n"));
    QVERIFY(!migrate(root, 3, steps).has_value());
    QCOMPARE(std::get<std::int64_t>(root.find("x")->value), 50);
    QCOMPARE(std::get<std::int64_t>(root.find("config_version")->value), 3);
  }

  void regionsAndDifferences() {
    auto document = check({good_config(), "run.toml"}, test_catalog());
    const auto region = document.or_throw().region("model.layers.0.kernel_size").value();
    QCOMPARE(good_config().substr(region.begin, region.end - region.begin), std::string("3"));
    QCOMPARE(region.line, 11);
    QVERIFY(!document.value->region("train.steps").has_value());
    const auto differences = diff(
        resolved(good_config()).toml,
        resolved(good_config(), {"data.workers=0", "optimizer.type=SGD", "train.clip_norm=2"}).toml, test_catalog());
    std::string list;
    for (const Difference& d : differences)
      list += d.key + ": " + d.left + " -> " + d.right +
              (d.effect == schema::Effect::experiment ? "" : " (no effect)") + "\n";
    QCOMPARE(
        list,
        "data.workers: 2 -> 0 (no effect)\noptimizer.type: \"AdamW\" -> \"SGD\"\noptimizer.betas: [0.9, 0.999] -> \n"
        "optimizer.weight_decay: 0.01 -> 0.0\noptimizer.decay_from: 0 -> \noptimizer.momentum:  -> "
        "0.0\ntrain.clip_norm:  -> 2.0\n");
  }
  void effects() {
    QVERIFY(effect_of("train.log_interval", test_catalog()) == schema::Effect::presentation);
    QVERIFY(effect_of("model.layers.3.kernel_size", test_catalog()) == schema::Effect::experiment);
    QVERIFY(effect_of("data.path", test_catalog()) == schema::Effect::location);
    QVERIFY(effect_of("reproducibility.seeds.init", test_catalog()) == schema::Effect::seed);
    QVERIFY(!effect_of("train.nothing", test_catalog()).has_value());
  }

  // The table itself: every field is documented, and its default passes its own check.
  void tableIsConsistent() {
    for (const Section& section : sections()) {
      QVERIFY(!section.help.empty());
      for (const schema::Field& field : section.fields) {
        QVERIFY2(!field.help.empty() && !field.help.ends_with('.'), field.name.data());
        schema::Value value = field.default_value;
        if (value.index() != 0) QVERIFY2(!check_value(field, value).has_value(), field.name.data());
      }
    }
  }
  void markdown() {
    const std::string text = schema_markdown(test_catalog());
    QVERIFY(text.find("| `batch_size` | an integer from 1 to 16777216 | `32` | Samples a micro-batch |") !=
            std::string::npos);
    QVERIFY(text.find("### `type = \"Conv2d\"`") != std::string::npos);
    QVERIFY(text.find("| `in_channels` | an integer at least 1 | inferred |") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(TestResolve)
#include "tst_resolve.moc"
