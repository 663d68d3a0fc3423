// Exported weights. PyTorch took the files beside check_with_torch.py with load_state_dict(strict=True), and what it computed
// with them is stored there: our network must compute the same from the same file, and write that very file again.
#include <QtTest>

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "engine/autograd/record.h"
#include "engine/core/error.h"
#include "engine/io/atomic_file.h"
#include "engine/nn/layer_type.h"
#include "engine/train/checkpoint.h"
#include "support_run.h"
#include "tracking/model/export.h"

using namespace lockstep;
using engine::nn::LayerDescription;

namespace {

std::filesystem::path golden(const std::string& name) { return std::filesystem::path(LOCKSTEP_SOURCE_DIR) / "tests/data/export" / name; }

engine::schema::Arguments arguments(std::initializer_list<std::pair<const char*, engine::schema::Value>> given, std::string_view type) {
  engine::schema::Arguments out;
  for (const engine::schema::Field& field : engine::nn::layer_type(type).spec.fields) {
    if (!std::holds_alternative<std::monostate>(field.default_value)) out.set(std::string(field.name), field.default_value);
  }
  for (const auto& [name, value] : given) out.set(name, value);
  return out;
}

LayerDescription layer(std::string type, std::initializer_list<std::pair<const char*, engine::schema::Value>> given = {}, std::string name = {}) {
  return {type, std::move(name), {}, arguments(given, type)};
}

using Integers = std::vector<std::int64_t>;

/// The layers of mlp.toml and cnn.toml.
std::vector<LayerDescription> layers_of(const std::string& name) {
  if (name == "mlp") {
    return {layer("Flatten"), layer("Linear", {{"out_features", std::int64_t{12}}}), layer("BatchNorm1d"), layer("GELU"), layer("Dropout", {{"p", 0.2}}),
            layer("Linear", {{"out_features", std::int64_t{10}}}, "head")};
  }
  return {layer("Conv2d", {{"out_channels", std::int64_t{6}}, {"kernel_size", Integers{3, 2}}, {"padding", Integers{1, 1}}, {"bias", false}}),
          layer("BatchNorm2d"),
          layer("ReLU"),
          layer("MaxPool2d", {{"kernel_size", Integers{2, 2}}}),
          layer("Conv2d", {{"out_channels", std::int64_t{8}}, {"kernel_size", Integers{3, 3}}, {"stride", Integers{2, 2}}, {"padding", Integers{1, 0}}}),
          layer("BatchNorm2d", {{"eps", 0.001}}),
          layer("ReLU"),
          layer("AdaptiveAvgPool2d", {{"output_size", Integers{1, 1}}}),
          layer("Flatten"),
          layer("Linear", {{"out_features", std::int64_t{10}}})};
}

engine::nn::Network network_of(const std::string& name) { return {layers_of(name), engine::Shape{1, 8, 8}, 0}; }

}  // namespace

class TestExport : public QObject {
  Q_OBJECT

 private:
  Workshop workshop_;

 private slots:
  void computesWhatPyTorchComputes_data() {
    QTest::addColumn<QString>("name");
    QTest::newRow("mlp") << "mlp";
    QTest::newRow("cnn") << "cnn";
  }
  void computesWhatPyTorchComputes() {
    QFETCH(QString, name);
    engine::nn::Network network = network_of(name.toStdString());
    const engine::nn::LoadReport report = engine::train::load_weights(golden(name.toStdString() + ".safetensors"), network);
    QVERIFY2(report.complete(), report.to_string().c_str());
    const engine::io::Safetensors expected = engine::io::read_safetensors(golden(name.toStdString() + ".expected.safetensors"));
    const engine::autograd::NoGrad no_grad;
    engine::nn::ForwardContext context = engine::nn::ForwardContext::evaluation();
    const std::vector<float> y = network.forward(engine::Tensor::from_host(expected.tensors.at("x")), context).to_vector<float>();
    const double* const y64 = expected.tensors.at("y64").as<double>();
    const float* const y32 = expected.tensors.at("y").as<float>();
    QCOMPARE(y.size(), std::size_t{160});
    double ours = 0;
    double torchs = 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
      ours = std::max(ours, std::fabs(static_cast<double>(y[i]) - y64[i]));
      torchs = std::max(torchs, std::fabs(static_cast<double>(y32[i]) - y64[i]));
    }
    // Logits of magnitude 10 in f32: as near to the f64 result as PyTorch's own f32, up to a few roundings.
    QVERIFY2(ours < 4 * torchs + 2e-6, qPrintable(QString("ours %1, PyTorch's %2").arg(ours).arg(torchs)));
  }

  void writesTheSameBytesAgain_data() { computesWhatPyTorchComputes_data(); }
  void writesTheSameBytesAgain() {
    QFETCH(QString, name);
    const std::filesystem::path file = golden(name.toStdString() + ".safetensors");
    engine::nn::Network network = network_of(name.toStdString());
    (void)engine::train::load_weights(file, network);
    const auto metadata = engine::io::read_safetensors(file).metadata;
    const auto preprocessing = engine::data::Preprocessing::from_json(metadata.at("preprocessing"));
    const tracking::ExportOrigin origin{metadata.at("run"), metadata.at("name"), metadata.at("config_hash"), metadata.at("weights"), std::stoll(metadata.at("step"))};
    const std::filesystem::path again = workshop_.path("again.safetensors");
    engine::io::write_safetensors(again, tracking::export_content(network, preprocessing, origin));
    QVERIFY(engine::io::read_file(again) == engine::io::read_file(file));
  }

  void aRunsExportSaysWhereItComesFrom() {
    workshop_.write("flowers.csv", flowers_csv(120));
    const tracking::SessionResult run = workshop_.train(flowers_config());
    const tracking::TrainedModel model = workshop_.open(run.run, "last");
    const std::filesystem::path file = workshop_.write("model.safetensors", "something older");
    tracking::export_model(model, file);
    const engine::io::Safetensors content = engine::io::read_safetensors(file);
    QCOMPARE(content.metadata.at("format"), std::string("pt"));
    QCOMPARE(content.metadata.at("run"), run.run);
    QCOMPARE(content.metadata.at("config_hash"), run.config_hash);
    QCOMPARE(content.metadata.at("weights"), std::string("last"));
    QCOMPARE(content.metadata.at("step"), std::to_string(run.step));
    const std::string classes = "[\"aster\",\"be\\\"gonia\",\"rose, wild\"]";
    QCOMPARE(content.metadata.at("classes"), classes);
    QVERIFY(content.metadata.at("preprocessing") == *workshop_.project().document(run.run, "preprocessing.json"));
    const nlohmann::json layers = nlohmann::json::parse(content.metadata.at("model")).at("layers");
    QCOMPARE(layers.size(), std::size_t{4});
    QCOMPARE(layers[0].at("arguments").at("in_features").get<int>(), 5);  // two numbers and three colours
    std::vector<std::string> names;
    for (const auto& [name, array] : content.tensors) names.push_back(name);
    QCOMPARE(names, (std::vector<std::string>{"0.bias", "0.weight", "1.bias", "1.num_batches_tracked", "1.running_mean", "1.running_var", "1.weight", "3.bias", "3.weight"}));
    // PyTorch's layouts: [out, in], and a scalar i64 that counts the training forwards.
    QCOMPARE(content.tensors.at("0.weight").shape.to_string(), std::string("[8, 5]"));
    QCOMPARE(content.tensors.at("1.num_batches_tracked").shape.to_string(), std::string("[]"));
    QCOMPARE(*content.tensors.at("1.num_batches_tracked").as<std::int64_t>(), run.step);
  }

  void aFolderThatDoesNotExistIsNamed() {
    const tracking::TrainedModel model = workshop_.open("last");
    const std::filesystem::path file = workshop_.path("nowhere/model.safetensors");
    const std::string error = error_of([&] { tracking::export_model(model, file); });
    QVERIFY2(error.find(file.string()) != std::string::npos && error.find("No such file or directory") != std::string::npos, error.c_str());
  }
};

QTEST_GUILESS_MAIN(TestExport)
#include "tst_export.moc"
