// The real catalogue: everything in it is documented and consistent, and the presets that come with Lockstep are sound.
#include <QtTest>

#include <filesystem>
#include <set>

#include "engine/config/catalog/catalog.h"
#include "engine/config/schema_table.h"
#include "engine/schema/check.h"

using namespace lockstep::engine;
using namespace lockstep::engine::config;

namespace {

const std::vector<Family> families{Family::layer, Family::loss, Family::optimizer, Family::schedule, Family::augment};

}  // namespace

class TestCatalog : public QObject {
  Q_OBJECT
 private slots:
  void everyTypeIsDeclaredWell() {
    for (const Family family : families) {
      const auto specs = type_specs(catalog(), family);
      QVERIFY2(!specs.empty(), family_name(family).data());
      std::set<std::string_view> names;
      for (const schema::TypeSpec& spec : specs) {
        QVERIFY2(!spec.help.empty() && names.insert(spec.name).second, spec.name.data());
        for (const schema::Field& field : spec.fields) {
          const std::string where = std::string(spec.name) + "." + std::string(field.name);
          QVERIFY2(!field.help.empty() && !field.help.ends_with('.') && field.name != "type", where.c_str());
          schema::Value value = field.default_value;
          if (value.index() != 0) QVERIFY2(!check_value(field, value).has_value(), where.c_str());
        }
      }
    }
  }
  void whatTheTableCountsOnIsThere() {
    QVERIFY(find_spec(catalog(), Family::schedule, find_section("schedule")->default_type) != nullptr);
    QVERIFY(find_spec(catalog(), Family::loss, "CrossEntropyLoss") != nullptr);
    QVERIFY(find_spec(catalog(), Family::loss, "MSELoss") != nullptr);
    for (const KnownDataset& known : catalog().datasets)
      QVERIFY2(known.facts.input.size() == 3 && known.facts.classes > 1, known.name.data());
  }
  void presetsResolve() {
    const std::vector<std::filesystem::path> folders{LOCKSTEP_SOURCE_DIR "/resources/presets"};
    const Options options{.overrides = {}, .preset_folders = folders};
    const auto names = list_presets(folders);
    QVERIFY(names.size() >= 4);
    for (const std::string& name : names) {
      auto source = load("preset:" + name, options);
      auto document = check(source.or_throw(), catalog(), options);
      const bool digits = document.or_throw().settings().data.dataset == "digits";
      auto resolved = document.value->resolve({.input = digits ? Shape{1, 8, 8} : Shape{1, 28, 28}, .classes = 10});
      const std::string hash = resolved.or_throw().hash;
      auto again = check({resolved.value->toml, "again.toml"}, catalog(), options);
      QCOMPARE(again.or_throw()
                   .resolve({.input = digits ? Shape{1, 8, 8} : Shape{1, 28, 28}, .classes = 10})
                   .or_throw()
                   .hash,
               hash);
    }
  }
  void modelPresetsResolve() {
    for (const std::string_view preset : catalog().model_presets) {
      const std::string text = "[data]\nkind=\"images\"\npath=\"x\"\n[model]\npreset=\"" + std::string(preset) +
                               "\"\n[optimizer]\ntype=\"SGD\"\n[train]\nsteps=1\n";
      auto document = check({text, "run.toml"}, catalog(), {.check_files = false});
      auto resolved = document.or_throw().resolve({.input = {3, 32, 32}, .classes = 10});
      auto again = check({resolved.or_throw().toml, "again.toml"}, catalog(), {.check_files = false});
      QCOMPARE(again.or_throw().resolve({.input = {3, 32, 32}, .classes = 10}).or_throw().hash, resolved.value->hash);
    }
  }
};

QTEST_GUILESS_MAIN(TestCatalog)
#include "tst_catalog.moc"
