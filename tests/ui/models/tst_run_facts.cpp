// What the table reads of a run's record on a worker: the model's name, the data set's, the config's keys, the changed files.
#include <QTemporaryDir>
#include <QtTest>

#include "tracking/store/project.h"
#include "ui/models/RunTableFacts.h"

using namespace lockstep;

class TestRunFacts : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::unique_ptr<tracking::Project> m_project;

  [[nodiscard]] std::filesystem::path folder() const { return m_folder.path().toStdString(); }
  std::string add(const std::map<std::string, std::string>& documents) {
    const auto writer = m_project->create_run({.name = "run"});
    for (const auto& [name, text] : documents) writer->put_document(name, text);
    writer->update({.config_hash = "abc"});
    writer->finish(tracking::Status::finished);
    return writer->id();
  }

 private slots:
  void initTestCase() { m_project = std::make_unique<tracking::Project>(folder()); }

  void reads_what_the_record_has() {
    const std::string run = add({{"config.json", R"({"data":{"dataset":"digits"},"optimizer":{"type":"AdamW","learning_rate":0.1,"betas":[0.9,0.999]},"train":{"epochs":30},"model":{"layers":[{"type":"Linear"}]},"precision":{"strict":true}})"},
                                 {"model.json", R"({"layers":[{"path":"0","type":"Conv2d","output":[16,8,8],"parameters":1440,"dtype":"float32"},{"path":"1","type":"BatchNorm2d","output":[16,8,8],"parameters":32,"dtype":"float32"},{"path":"2","type":"Conv2d","output":[16,8,8],"parameters":2304,"dtype":"float32"},{"path":"3","type":"Linear","output":[10],"parameters":10250,"dtype":"float32"}],"parameters":14026})"},
                                 {"code.json", R"({"changed_total":12})"}});
    const ui::RunRowFacts facts = ui::readFacts(*m_project, run);
    QCOMPARE(facts.dataset, QStringLiteral("digits"));
    QCOMPARE(facts.model, QStringLiteral("Conv2d × 2, Linear"));
    QVERIFY(facts.modelDetails.contains(QStringLiteral("1  BatchNorm2d  [16, 8, 8]  32")));
    QVERIFY(facts.modelDetails.endsWith(QStringLiteral("14,026 parameters")));
    QCOMPARE(facts.changedFiles, 12);
    QCOMPARE(facts.config.size(), std::size_t{6});
    QCOMPARE(facts.config.at("optimizer.learning_rate").text, QStringLiteral("0.1"));
    QCOMPARE(facts.config.at("optimizer.learning_rate").number, std::optional(0.1));
    QCOMPARE(facts.config.at("optimizer.betas").text, QStringLiteral("0.9, 0.999"));
    QCOMPARE(facts.config.at("precision.strict").text, QStringLiteral("true"));
    QVERIFY(!facts.config.at("optimizer.type").number);
  }

  void names_a_preset_and_ones_own_data() {
    const std::string run = add({{"config.text", "[model]\n# preset = \"old\"\n  preset = 'resnet18'\n"},
                                 {"config.json", R"({"data":{"batch_size":32}})"},
                                 {"data.json", R"({"base":"/home/me/flowers ü","files":[{"path":"a/1.png"},{"path":"b/2.png"}]})"}});
    const ui::RunRowFacts facts = ui::readFacts(*m_project, run);
    QCOMPARE(facts.model, QStringLiteral("resnet18"));
    QCOMPARE(facts.dataset, QStringLiteral("flowers ü"));
    const std::string table = add({{"data.json", R"({"base":"/home/me","files":[{"path":"tables/house.csv"}]})"}});
    QCOMPARE(ui::readFacts(*m_project, table).dataset, QStringLiteral("house.csv"));
  }

  void a_damaged_record_is_no_accident() {
    for (const char* text : {"", "{", "[]", "7", R"({"layers":7})", R"({"layers":[7,{"type":3}]})", R"({"data":null,"files":{"a":1},"changed_total":"x"})"}) {
      const std::string run = add({{"config.json", text}, {"model.json", text}, {"code.json", text}, {"data.json", text}, {"config.text", text}});
      const ui::RunRowFacts facts = ui::readFacts(*m_project, run);
      QVERIFY(facts.model.isEmpty());
    }
    const ui::RunRowFacts nothing = ui::readFacts(*m_project, "no such run");
    QVERIFY(nothing.config.empty());
  }

  void each_run_is_read_once_and_again_when_its_record_grows() {
    std::map<std::string, int> times;
    ui::RunFactsReader reader(folder(), [&](const ui::RunFactsReader::Batch& batch) {
      for (const auto& [id, facts] : batch) ++times[id];
    });
    std::vector<tracking::RunSummary> runs = m_project->runs();
    reader.want(runs);
    QTRY_COMPARE(times.size(), runs.size());
    reader.want(runs);
    runs.back().step = 1;
    reader.want(runs);
    QTRY_COMPARE(times[runs.back().id], 2);
    reader.want(runs);
    runs.back().step = 2;
    reader.want(runs);
    runs.front().config_hash = "another";
    reader.want(runs);
    QTRY_COMPARE(times[runs.front().id], 2);
    QCOMPARE(times[runs.back().id], 2);
  }
};

QTEST_MAIN(TestRunFacts)
#include "tst_run_facts.moc"
