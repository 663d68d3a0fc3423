// Predictions: the recorded mapping, against the formula of a linear model; their text as CSV and JSON; bad inputs.
#include <QtTest>

#include <cmath>
#include <limits>

#include "engine/core/error.h"
#include "support_run.h"
#include "tracking/model/prediction.h"

using namespace lockstep;
using tracking::Prediction;

namespace {

std::vector<Prediction> predictions_of(tracking::TrainedModel& model, const std::vector<std::filesystem::path>& inputs) {
  std::vector<Prediction> out;
  tracking::predict(model, inputs, [&](const Prediction& prediction) { out.push_back(prediction); });
  return out;
}

constexpr const char* pictures_config = R"(config_version = 1
[data]
kind = "images"
path = "pictures"
image_size = [5, 5]
channels = 1
batch_size = 4
[[model.layers]]
type = "Flatten"
[[model.layers]]
type = "Linear"
out_features = 2
[optimizer]
type = "SGD"
learning_rate = 0.1
[train]
steps = 30
)";

engine::data::Preprocessing classes_of(std::vector<std::string> names) {
  engine::data::Preprocessing out;
  out.class_names = std::move(names);
  return out;
}

}  // namespace

class TestPrediction : public QObject {
  Q_OBJECT

 private:
  Workshop workshop_;
  tracking::SessionResult flowers_;

 private slots:
  void initTestCase() {
    workshop_.write("flowers.csv", flowers_csv(120));
    flowers_ = workshop_.train(flowers_config());
  }

  void rowsOfATable() {
    const auto with = workshop_.write("with.csv", flowers_csv(20));
    const auto without = workshop_.write("without.csv", flowers_csv(20, false));
    tracking::TrainedModel model = workshop_.open(flowers_.run);
    const std::vector<Prediction> a = predictions_of(model, {with});
    const std::vector<Prediction> b = predictions_of(model, {without});
    QCOMPARE(a.size(), std::size_t{20});
    QCOMPARE(b.size(), std::size_t{20});
    for (std::size_t i = 0; i < a.size(); ++i) {
      QCOMPARE(a[i].input, with.string() + ":" + std::to_string(i + 2));  // line 1 is the header
      QCOMPARE(a[i].probabilities, b[i].probabilities);
      float sum = 0;
      for (const float p : a[i].probabilities) sum += p;
      QVERIFY(std::fabs(sum - 1) < 1e-5F);
      QCOMPARE(std::max_element(a[i].probabilities.begin(), a[i].probabilities.end()) - a[i].probabilities.begin(), static_cast<std::ptrdiff_t>(a[i].label));
    }
  }

  void columnsAreFoundByName() {
    const auto usual = workshop_.write("usual.csv", "width,height,colour\n0.5,1.25,blue\n");
    const auto turned = workshop_.write("turned.csv", "colour,extra,height,width\nblue,9,1.25,0.5\n");
    tracking::TrainedModel model = workshop_.open(flowers_.run);
    const std::vector<Prediction> both = predictions_of(model, {usual, turned});
    QCOMPARE(both.size(), std::size_t{2});
    QCOMPARE(both[0].probabilities, both[1].probabilities);
    QCOMPARE(both[1].input, turned.string() + ":2");
  }

  // One Linear layer: the prediction is w · (x - mean) / deviation + b for each of two target values.
  void aLinearModelGivesItsFormula() {
    std::vector<float> x;
    std::vector<float> y;
    for (int i = 0; i < 60; ++i) {
      for (int k = 0; k < 3; ++k) x.push_back(static_cast<float>((i * (17 + 6 * k)) % 31) / 7.0F - static_cast<float>(k));
      y.push_back(x[x.size() - 3] - 2 * x[x.size() - 1]);
      y.push_back(3 * x[x.size() - 2] + 1);
    }
    workshop_.write_npy("linear/x.npy", x, "(60, 3)");
    workshop_.write_npy("linear/y.npy", y, "(60, 2)");
    const tracking::SessionResult run = workshop_.train(R"(config_version = 1
[data]
kind = "npy"
path = "linear"
batch_size = 20
[[model.layers]]
type = "Linear"
out_features = 2
[optimizer]
type = "SGD"
learning_rate = 0.1
[train]
steps = 9
)");
    tracking::TrainedModel model = workshop_.open(run.run);
    const auto inputs = workshop_.write_npy("new.npy", {0.5F, -1.0F, 2.0F, 1.5F, 0.25F, -3.0F}, "(2, 3)");
    const std::vector<Prediction> predictions = predictions_of(model, {inputs});
    QCOMPARE(predictions.size(), std::size_t{2});
    const std::vector<float> weight = model.network().named_parameters()[0].second.to_vector<float>();
    const std::vector<float> bias = model.network().named_parameters()[1].second.to_vector<float>();
    const double samples[2][3] = {{0.5, -1.0, 2.0}, {1.5, 0.25, -3.0}};
    for (std::size_t n = 0; n < 2; ++n) {
      for (std::size_t o = 0; o < 2; ++o) {
        double expected = static_cast<double>(bias[o]);
        for (std::size_t k = 0; k < 3; ++k) {
          double mean = 0;
          double deviation = 0;
          for (std::size_t i = 0; i < 60; ++i) mean += static_cast<double>(x[i * 3 + k]) / 60;
          for (std::size_t i = 0; i < 60; ++i) deviation += std::pow(static_cast<double>(x[i * 3 + k]) - mean, 2) / 60;
          expected += static_cast<double>(weight[o * 3 + k]) * (samples[n][k] - mean) / std::sqrt(deviation);
        }
        QVERIFY2(std::fabs(static_cast<double>(predictions[n].values.at(o)) - expected) < 1e-5, qPrintable(QString::number(expected)));
      }
    }
    const tracking::PredictionFormat format(model.preprocessing());
    QCOMPARE(format.csv_header(), std::string("input,prediction:0,prediction:1\n"));
  }

  void imagesOfAnySize() {
    const std::filesystem::path images = std::filesystem::path(LOCKSTEP_SOURCE_DIR) / "tests/data/data/images";
    const auto copy = [&](const std::string& from, const std::string& to) {
      std::filesystem::create_directories(workshop_.path(to).parent_path());
      std::filesystem::copy_file(images / from, workshop_.path(to));
    };
    for (int i = 1; i <= 4; ++i) {
      copy("orientation" + std::to_string(i) + ".png", "pictures/arrow/" + std::to_string(i) + ".png");
      copy("noise.png", "pictures/noise/" + std::to_string(i) + ".png");
    }
    const tracking::SessionResult run = workshop_.train(pictures_config);
    copy("orientation1.jpg", "new/b.jpg");
    copy("noise.png", "new/a/deep.png");
    tracking::TrainedModel model = workshop_.open(run.run);
    const std::vector<Prediction> folder = predictions_of(model, {workshop_.path("new")});
    QCOMPARE(folder.size(), std::size_t{2});
    QCOMPARE(folder[0].input, workshop_.path("new/a/deep.png").string());
    QCOMPARE(model.preprocessing().class_names.at(static_cast<std::size_t>(folder[0].label)), std::string("noise"));
    QCOMPARE(model.preprocessing().class_names.at(static_cast<std::size_t>(folder[1].label)), std::string("arrow"));
    const std::vector<Prediction> files = predictions_of(model, {workshop_.path("new/b.jpg"), workshop_.path("new/a/deep.png")});
    QCOMPARE(files[0].probabilities, folder[1].probabilities);
    QCOMPARE(files[1].probabilities, folder[0].probabilities);
    const auto text = workshop_.write("text.png", "not an image");
    const std::string error = error_of([&] { (void)predictions_of(model, {text}); });
    QVERIFY2(error.starts_with(text.string() + ": "), error.c_str());
  }

  void everyBadInputIsListed() {
    const auto text = workshop_.write("words.csv", "width,height,colour\n1.0,2.0,red\nwide,2.0,red\n");
    const auto columns = workshop_.write("columns.csv", "width,colour\n1.0,red\n");
    const auto good = workshop_.write("good.csv", flowers_csv(3));
    const auto missing = workshop_.path("missing.csv");
    tracking::TrainedModel model = workshop_.open(flowers_.run);
    const std::string error = error_of([&] { (void)predictions_of(model, {text, good, columns, missing}); });
    QVERIFY2(error.starts_with("3 of 4 inputs can't be used:\n"), error.c_str());
    for (const std::string& part : {text.string(), std::string("line 3"), std::string("\"wide\""), columns.string(), std::string("height"), missing.string()}) {
      QVERIFY2(error.find(part) != std::string::npos, (part + " is not in: " + error).c_str());
    }
    QVERIFY2(error.find(good.string()) == std::string::npos, error.c_str());
  }

  void csvQuotesAsRfc4180Says() {
    const tracking::PredictionFormat format(classes_of({"cat", "rose, wild", "a \"b\"", "two\nlines"}));
    QCOMPARE(format.csv_header(), std::string("input,prediction,probability,probability:cat,\"probability:rose, wild\",\"probability:a \"\"b\"\"\",\"probability:two\nlines\"\n"));
    const Prediction row{"x,y.png", 2, {0.1F, 0.2F, 0.7F, std::numeric_limits<float>::quiet_NaN()}, {}};
    QCOMPARE(format.csv_row(row), std::string("\"x,y.png\",\"a \"\"b\"\"\",0.7,0.1,0.2,0.7,NaN\n"));
  }

  void jsonHasShortNumbersAndTextsForTheRest() {
    const tracking::PredictionFormat format(classes_of({"cat", "dog"}));
    const std::string classes = "{\"input\":\"a \\\"b\\\".png\",\"prediction\":\"dog\",\"probability\":0.9,\"probabilities\":{\"cat\":0.1,\"dog\":0.9}}";
    QCOMPARE(format.json_row({"a \"b\".png", 1, {0.1F, 0.9F}, {}}), classes);
    engine::data::Preprocessing regression;
    regression.classification = false;
    const tracking::PredictionFormat one(regression);
    QCOMPARE(one.csv_header(), std::string("input,prediction\n"));
    QCOMPARE(one.csv_row({"x.csv:2", -1, {}, {-0.3F}}), std::string("x.csv:2,-0.3\n"));
    const std::string infinite = "{\"input\":\"x.csv:2\",\"prediction\":\"-Infinity\"}";
    QCOMPARE(one.json_row({"x.csv:2", -1, {}, {-std::numeric_limits<float>::infinity()}}), infinite);
    regression.target_width = 2;
    const std::string pair = "{\"input\":\"x.npy\",\"prediction\":[1.5,2.0]}";
    QCOMPARE(tracking::PredictionFormat(regression).json_row({"x.npy", -1, {}, {1.5F, 2.0F}}), pair);
  }
};

QTEST_GUILESS_MAIN(TestPrediction)
#include "tst_prediction.moc"
