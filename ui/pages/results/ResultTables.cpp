#include "ui/pages/results/ResultTables.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>
#include <algorithm>
#include <bit>
#include <cmath>

#include "ui/models/Cells.h"
#include "ui/widgets/Format.h"

namespace lockstep::ui {

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(lockstep::ui::Results)
};

QString utf8(const std::string& text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }
Cell textCell(const QString& text) { return {text}; }
Cell noCell() {
  Cell cell{QStringLiteral("–")};
  cell.exact = QString();
  cell.sort = -HUGE_VAL;
  cell.tone = Tone::quiet;
  cell.isNumber = true;
  return cell;
}

QString weightsWord(const std::string& weights) {
  if (weights == "best") return Words::tr("best");
  if (weights == "last") return Words::tr("last");
  if (weights == "current") return Words::tr("those of the moment");
  return utf8(weights);
}

/// Greater is better for these; of everything else the smallest counts.
bool prefersGreatest(const std::string& key) { return key.ends_with("accuracy") || key.ends_with("r2") || key == "samples_per_second"; }
/// Whether a best value means anything: a learning rate has none.
bool hasBest(const std::string& key) { return key.find('/') != std::string::npos && !key.starts_with("test/"); }

const tracking::Evaluation* newestWith(const std::vector<tracking::Evaluation>& evaluations, const std::string& key) {
  for (auto at = evaluations.rbegin(); at != evaluations.rend(); ++at) {
    for (const tracking::Metric& metric : at->metrics)
      if (metric.key == key) return &*at;
  }
  return nullptr;
}

/// The recorded value of a key with exactly these weights; null where the run never computed it.
const double* recordedWith(const std::vector<tracking::Evaluation>& evaluations, const std::string& key, const UsedWeights& used) {
  for (auto at = evaluations.rbegin(); at != evaluations.rend(); ++at) {
    if (at->step != used.step) continue;
    for (const tracking::Metric& metric : at->metrics)
      if (metric.key == key) return &metric.value;
  }
  return nullptr;
}

bool sameBits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

Cell evaluatedCell(const std::string& key, const std::vector<tracking::Evaluation>& evaluations, const EvaluatedModel& evaluated) {
  for (const auto& [name, value] : evaluated.evaluation.metrics) {
    if (name != key) continue;
    Cell cell = numberCell(value);
    if (const double* recorded = recordedWith(evaluations, key, evaluated.used)) {
      const bool same = sameBits(*recorded, value);
      cell.tone = same ? Tone::good : Tone::warning;
      cell.text = (same ? QStringLiteral("✓ ") : QStringLiteral("▲ ")) + cell.text;
      cell.help = same ? Words::tr("Bit for bit what the run recorded with these weights") : Words::tr("The run recorded %1 with these weights").arg(exactNumber(*recorded));
    } else {
      cell.help = Words::tr("The run recorded no value with these weights");
    }
    return cell;
  }
  return noCell();
}

CellRow metricRow(const std::string& key, const tracking::MetricSummary* metric, const std::vector<tracking::Evaluation>& evaluations, const EvaluatedModel* evaluated) {
  CellRow row;
  row.push_back(textCell(utf8(key)));
  if (metric != nullptr) {
    row.push_back(numberCell(metric->last));
    row.push_back(countCell(metric->last_step));
    const bool greatest = prefersGreatest(key);
    row.push_back(hasBest(key) ? numberCell(greatest ? metric->maximum : metric->minimum) : noCell());
    row.push_back(hasBest(key) ? countCell(greatest ? metric->maximum_step : metric->minimum_step) : noCell());
  } else {
    row.insert(row.end(), 4, noCell());
  }
  const tracking::Evaluation* from = newestWith(evaluations, key);
  row.push_back(textCell(from != nullptr ? weightsWord(from->weights) : metric != nullptr && key.starts_with("train/") ? weightsWord("current") : QString()));
  if (evaluated != nullptr) row.push_back(evaluatedCell(key, evaluations, *evaluated));
  return row;
}

int groupOf(const std::string& key) {
  if (key.starts_with("test/")) return 0;
  if (key.starts_with("val/")) return 1;
  return key.starts_with("train/") ? 2 : 3;
}

QImage pictureOf(const tracking::SampleContent& content) {
  if (content.height == 0) return {};
  const auto height = static_cast<int>(content.height);
  const auto width = static_cast<int>(content.width);
  const auto channels = static_cast<int>(content.channels);
  const QImage shared(content.pixels.data(), width, height, static_cast<qsizetype>(width) * channels, channels == 3 ? QImage::Format_RGB888 : QImage::Format_Grayscale8);
  return shared.copy();
}

QString valuesText(const std::vector<float>& values, bool exact) {
  QStringList texts;
  for (const float value : values) texts << (exact ? QLocale::c().toString(value, 'g', QLocale::FloatingPointShortest) : shortNumber(static_cast<double>(value)));
  return texts.join(QStringLiteral(", "));
}

Cell valuesCell(const std::vector<float>& values) {
  Cell cell{valuesText(values, false), valuesText(values, true)};
  cell.isNumber = true;
  if (values.size() == 1) cell.sort = static_cast<double>(values[0]);
  return cell;
}

/// A field of a table's row, to the right where it is a number.
Cell fieldCell(const QString& value) {
  bool isNumber = false;
  const double number = QLocale::c().toDouble(value, &isNumber);
  if (!isNumber) return textCell(value);
  Cell cell = numberCell(number);
  cell.exact = value;
  return cell;
}

CellRow worstRow(const tracking::JudgedSample& sample, const tracking::ModelEvaluation& evaluation) {
  const bool classification = sample.right >= 0;
  const auto name = [&](std::int64_t label) { return utf8(evaluation.classes[static_cast<std::size_t>(label)]); };
  CellRow row;
  Cell caption;
  caption.picture = pictureOf(sample.content);
  if (classification) {
    const bool isRight = sample.right == sample.predicted;
    caption.text = isRight ? Words::tr("✓ %1, %2 %").arg(name(sample.right), shortNumber(100 * sample.right_probability))
                           : Words::tr("✗ %1 → %2, %3 %").arg(name(sample.right), name(sample.predicted), shortNumber(100 * sample.predicted_probability));
    caption.tone = isRight ? Tone::good : Tone::bad;
    caption.help = isRight ? Words::tr("%1: recognised as “%2” with a probability of %3 %").arg(utf8(sample.input), name(sample.right), shortNumber(100 * sample.right_probability))
                           : Words::tr("%1: is “%2”, was taken for “%3” with a probability of %4 %; the right class got %5 %")
                                 .arg(utf8(sample.input), name(sample.right), name(sample.predicted), shortNumber(100 * sample.predicted_probability), shortNumber(100 * sample.right_probability));
  } else {
    caption.text = Words::tr("%1, predicted %2").arg(valuesText(sample.targets, false), valuesText(sample.values, false));
  }
  row.push_back(std::move(caption));
  if (classification) {
    row.push_back(textCell(name(sample.right)));
    row.push_back(textCell(name(sample.predicted)));
    row.back().tone = sample.right == sample.predicted ? Tone::good : Tone::bad;
    row.push_back(percentCell(sample.predicted_probability));
    row.push_back(percentCell(sample.right_probability));
  } else {
    row.push_back(valuesCell(sample.targets));
    row.push_back(valuesCell(sample.values));
  }
  row.push_back(numberCell(sample.loss));
  const QString input = utf8(sample.input);
  row.push_back({QFileInfo(input).fileName(), input});
  for (const auto& [column, value] : sample.content.fields) row.push_back(fieldCell(utf8(value)));
  return row;
}

CellRow predictionRow(const PredictedInputs& inputs, std::size_t number) {
  const tracking::Prediction& prediction = inputs.predictions[number];
  const QString input = utf8(prediction.input);
  Cell first{QFileInfo(input).fileName(), input};
  if (number < inputs.pictures.size()) first.picture = inputs.pictures[number];
  CellRow row{std::move(first)};
  if (!inputs.classification) {
    row.push_back(valuesCell(prediction.values));
    return row;
  }
  const auto& all = prediction.probabilities;
  const auto label = static_cast<std::size_t>(prediction.label);
  std::size_t second = label;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (i != label && (second == label || all[i] > all[second])) second = i;
  row.push_back(textCell(utf8(inputs.classes[label])));
  row.push_back(percentCell(static_cast<double>(all[label])));
  row.push_back(textCell(second != label ? utf8(inputs.classes[second]) : QString()));
  row.push_back(second != label ? percentCell(static_cast<double>(all[second])) : noCell());
  return row;
}

}  // namespace

CellTable metricTable(const tracking::RunSummary& run, const std::vector<tracking::Evaluation>& evaluations, const EvaluatedModel* evaluated) {
  CellTable table{{Words::tr("Metric"), Words::tr("Last"), Words::tr("at step"), Words::tr("Best"), Words::tr("at step"), Words::tr("With the weights")}, {}};
  if (evaluated != nullptr) table.titles << Words::tr("Evaluated now");
  std::vector<std::string> keys;
  for (const tracking::MetricSummary& metric : run.metrics) keys.push_back(metric.key);
  if (evaluated != nullptr) {
    for (const auto& [key, value] : evaluated->evaluation.metrics)
      if (run.metric(key) == nullptr) keys.push_back(key);
  }
  std::stable_sort(keys.begin(), keys.end(), [](const std::string& a, const std::string& b) { return groupOf(a) < groupOf(b); });
  for (const std::string& key : keys) table.rows.push_back(metricRow(key, run.metric(key), evaluations, evaluated));
  return table;
}

CellTable classTable(const tracking::ModelEvaluation& evaluation) {
  CellTable table{{Words::tr("Class"), Words::tr("Samples"), Words::tr("Recognised"), Words::tr("Accuracy")}, {}};
  for (const tracking::ClassAccuracy& of : evaluation.per_class) table.rows.push_back({textCell(utf8(of.name)), countCell(of.samples), countCell(of.correct), of.samples > 0 ? percentCell(of.accuracy()) : noCell()});
  return table;
}

CellTable worstTable(const tracking::ModelEvaluation& evaluation) {
  CellTable table;
  const bool classification = !evaluation.classes.empty();
  table.titles << Words::tr("Sample") << (classification ? Words::tr("Right") : Words::tr("Target")) << Words::tr("Predicted");
  if (classification) table.titles << Words::tr("Probability") << Words::tr("of the right one");
  table.titles << (classification ? Words::tr("Loss") : Words::tr("Squared error")) << Words::tr("From");
  if (!evaluation.worst.empty()) {
    for (const auto& [column, value] : evaluation.worst.front().content.fields) table.titles << utf8(column);
  }
  for (const tracking::JudgedSample& sample : evaluation.worst) table.rows.push_back(worstRow(sample, evaluation));
  return table;
}

CellTable predictionTable(const PredictedInputs& inputs, std::size_t most) {
  CellTable table;
  table.titles << Words::tr("Input") << Words::tr("Prediction");
  if (inputs.classification) table.titles << Words::tr("Probability") << Words::tr("Second best") << Words::tr("Its probability");
  for (std::size_t i = 0; i < std::min(most, inputs.predictions.size()); ++i) table.rows.push_back(predictionRow(inputs, i));
  return table;
}

QString weightsText(const UsedWeights& used) {
  if (used.weights == "best") return Words::tr("the best weights, of step %1").arg(count(used.step));
  return Words::tr("the last weights, of step %1").arg(count(used.step));
}

QString partText(const std::string& part) {
  if (part == "test") return Words::tr("test");
  if (part == "validation") return Words::tr("validation");
  return utf8(part);
}

}  // namespace lockstep::ui
