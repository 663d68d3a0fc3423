#include "ui/charts/Ticks.h"

#include <QLocale>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "ui/widgets/Format.h"

namespace lockstep::ui {

namespace {

QString superscript(int number) {
  static const QString digits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
  QString out;
  for (const QChar c : QString::number(number)) out += c == QLatin1Char('-') ? QChar(u'⁻') : digits[c.digitValue()];
  return out;
}

QString plain(double value, int decimals) {
  if (value == 0) value = 0;  // no "-0"
  QString out = QLocale(QLocale::English).toString(value, 'f', std::max(0, decimals));
  return out.replace(QLatin1Char('-'), QChar(u'−'));
}

/// 1, 2 or 5 times a power of ten, at least this.
double niceStep(double least) {
  const double decade = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * decade >= least * (1 - 1e-9)) return factor * decade;
  return 10 * decade;
}

/// Of numbers that are multiples of a step. Large and tiny ones are written with a power of ten.
QString numberLabel(double value, double step) {
  const double largest = std::abs(value);
  const int stepPower = static_cast<int>(std::floor(std::log10(step) + 1e-9));
  if (largest < step / 2) return QStringLiteral("0");
  const int power = static_cast<int>(std::floor(std::log10(largest) + 1e-9));
  if (power < -4 || power > 7) return QStringLiteral("%1×10%2").arg(plain(value / std::pow(10.0, power), power - stepPower), superscript(power));
  return plain(value, -stepPower);
}

Ticks multiples(double from, double to, double step, double unit, const std::function<QString(double)>& label) {
  Ticks ticks;
  const double first = std::ceil(from / step - 1e-9), last = std::floor(to / step + 1e-9);
  if (last - first > 100) return ticks;
  for (double n = first; n <= last; ++n) ticks.push_back({n * step, label(n * step / unit)});
  return ticks;
}

Ticks byteTicks(double from, double to, int most) {
  static const std::array<const char*, 5> names{"B", "KiB", "MiB", "GiB", "TiB"};
  const double largest = std::max(std::abs(from), std::abs(to));
  std::size_t power = 0;
  double unit = 1;
  while (power + 1 < names.size() && largest >= 1024 * unit) {
    unit *= 1024;
    ++power;
  }
  const double step = niceStep((to - from) / unit / most);
  const int decimals = -static_cast<int>(std::floor(std::log10(step) + 1e-9));
  return multiples(from, to, step * unit, unit, [&](double value) { return plain(value, decimals) + QChar(0x00a0) + QLatin1String(names[power]); });
}

}  // namespace

Ticks linearTicks(double from, double to, int most, Unit unit) {
  if (!(to > from) || most < 1 || !std::isfinite(to - from)) return {};
  if (unit == Unit::bytes) return byteTicks(from, to, most);
  const double step = niceStep((to - from) / most);
  return multiples(from, to, step, 1, [step](double value) { return numberLabel(value, step); });
}

Ticks logTicks(double from, double to, int most, Unit unit) {
  if (!(to > from) || most < 1) return {};
  if (to - from < 0.5) {
    Ticks ticks = linearTicks(std::pow(10.0, from), std::pow(10.0, to), most, unit);
    for (Tick& tick : ticks) tick.at = std::log10(tick.at);
    return ticks;
  }
  const auto label = [](int decade, int factor) {
    const double value = factor * std::pow(10.0, decade);
    if (decade >= -3 && decade <= 5) return plain(value, -decade);
    return factor == 1 ? QStringLiteral("10") + superscript(decade) : QStringLiteral("%1×10%2").arg(factor).arg(superscript(decade));
  };
  const int first = static_cast<int>(std::floor(from)), last = static_cast<int>(std::ceil(to));
  const int every = std::max(1, static_cast<int>(std::ceil((to - from) / most)));
  const std::vector<int> factors = every > 1 || (to - from) * 2 > most ? std::vector{1} : (to - from) * 3 > most ? std::vector{1, 3} : std::vector{1, 2, 5};
  Ticks ticks;
  for (int decade = first; decade <= last; ++decade) {
    if (decade % every != 0) continue;
    for (const int factor : factors) {
      const double at = decade + std::log10(factor);
      if (at >= from - 1e-9 && at <= to + 1e-9) ticks.push_back({at, label(decade, factor)});
    }
  }
  return ticks;
}

Ticks timeTicks(double from, double to, int most) {
  if (!(to > from) || most < 1) return {};
  constexpr double second = 1000, minute = 60 * second, hour = 60 * minute, day = 24 * hour;
  const double least = (to - from) / most;
  if (least < second) {
    const double step = niceStep(least / second);
    const int decimals = -static_cast<int>(std::floor(std::log10(step) + 1e-9));
    return multiples(from, to, step * second, second, [decimals](double value) { return plain(value, decimals) + QStringLiteral(" s"); });
  }
  static const std::array steps{second,      2 * second,  5 * second, 10 * second, 15 * second, 30 * second, minute,   2 * minute, 5 * minute,
                                10 * minute, 15 * minute, 30 * minute, hour,       2 * hour,    3 * hour,    6 * hour, 12 * hour,  day};
  const auto found = std::find_if(steps.begin(), steps.end(), [least](double step) { return step >= least; });
  const double step = found != steps.end() ? *found : day * niceStep(least / day);
  return multiples(from, to, step, 1, [](double value) { return duration(std::llround(value)); });
}

}  // namespace lockstep::ui
