// What is painted over the axes that Qt Charts drew: title and legend, the curves' picture, the crosshair and what it says.
#include <QChart>
#include <QLocale>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/charts/ChartGroup.h"
#include "ui/charts/SeedBand.h"
#include "ui/charts/CurveChart.h"
#include "ui/widgets/Format.h"

namespace lockstep::ui {

namespace {

constexpr int swatchWidth = 20;
constexpr std::size_t readingsAtMost = 12;
constexpr std::size_t legendAtMost = 10;

QFont bold(QFont font) {
  font.setBold(true);
  return font;
}

}  // namespace

std::int64_t CurveChart::hiddenValues() const {
  std::int64_t hidden = 0;
  if (!m_logarithmic) return 0;
  for (const Curve& curve : m_curves) readCurve(curve, m_x, [&](const LiveSeries& series, const XScale&) { hidden += series.nonPositive(); });
  return hidden;
}

/// Title and legend, from left to right and on as many rows as that takes, which is returned. Without a painter only counts.
int CurveChart::paintLegend(QPainter* painter, double width) const {
  const QFontMetricsF metrics(font());
  const double rowHeight = metrics.height() + gridStep / 2.0;
  int row = 0;
  double x = 0;
  const auto place = [&](double needed) {
    if (x > 0 && x + needed > width) {
      ++row;
      x = 0;
    }
    const QRectF at(gridStep + x, gridStep + row * rowHeight, std::min(needed, width - x), metrics.height());
    x += needed + 2 * gridStep;
    return at;
  };
  const QRectF title = place(QFontMetricsF(bold(font())).horizontalAdvance(m_title));
  if (painter != nullptr) {
    painter->setFont(bold(font()));
    painter->setPen(palette().color(QPalette::Text));
    painter->drawText(title, Qt::AlignVCenter | Qt::TextDontClip, m_title);
    painter->setFont(font());
  }
  const bool single = m_curves.size() == 1 && m_curves.front().name == m_title;
  for (std::size_t i = 0; i < std::min(m_curves.size(), legendAtMost) && !single; ++i) {
    const QRectF at = place(swatchWidth + gridStep / 2.0 + metrics.horizontalAdvance(m_curves[i].name));
    if (painter == nullptr) continue;
    paintSwatch(*painter, QRectF(at.topLeft(), QSizeF(swatchWidth, at.height())), m_curves[i], isDark(palette()));
    painter->setPen(palette().color(QPalette::Text));
    painter->drawText(at.adjusted(swatchWidth + gridStep / 2.0, 0, 0, 0), Qt::AlignVCenter, metrics.elidedText(m_curves[i].name, Qt::ElideMiddle, at.width() - swatchWidth - gridStep / 2.0));
  }
  QStringList notes;
  if (m_curves.size() > legendAtMost) notes << tr("and %n more", nullptr, static_cast<int>(m_curves.size() - legendAtMost));
  if (const std::int64_t hidden = hiddenValues(); hidden > 0) notes << tr("%n value(s) ≤ 0 not shown", nullptr, static_cast<int>(hidden));
  for (const QString& note : notes) {
    const QRectF at = place(metrics.horizontalAdvance(note));
    if (painter == nullptr) continue;
    painter->setPen(palette().color(QPalette::PlaceholderText));
    painter->drawText(at, Qt::AlignVCenter | Qt::TextDontClip, note);
  }
  return row + 1;
}

void CurveChart::drawForeground(QPainter* painter, const QRectF&) {
  const QRectF plot = plotArea();
  painter->save();
  paintLegend(painter, width() - 2.0 * gridStep);
  painter->setClipRect(plot.adjusted(-1, -1, 1, 1), Qt::IntersectClip);
  if (m_exporting) {
    painter->translate(plot.topLeft());
    paintCurves(*painter, m_curves, frame(plot.size(), painter->device()->devicePixelRatioF()));
    painter->translate(-plot.topLeft());
  } else if (!m_image.isNull()) {
    if (m_imageView == m_view && m_image.size() == (plot.size() * devicePixelRatioF()).toSize()) {
      painter->drawImage(plot.topLeft(), m_image);
    } else {
      // A picture of an earlier view stands where it belongs until the new one arrives.
      painter->drawImage(QRectF(toWidget({m_imageView.left(), m_imageView.bottom()}), toWidget({m_imageView.right(), m_imageView.top()})), m_image);
    }
  }
  drawState(*painter, plot);
  if (!m_exporting) {
    if (m_boxStart && m_pointer) {
      QColor fill = palette().color(QPalette::Highlight);
      painter->setPen(fill);
      fill.setAlphaF(0.15F);
      painter->setBrush(fill);
      painter->drawRect(QRectF(*m_boxStart, *m_pointer).normalized());
    } else {
      drawCrosshair(*painter, plot);
    }
  }
  painter->restore();
  if (hasFocus() && !m_exporting) {
    painter->setPen(QPen(palette().color(QPalette::Highlight), 1));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(QRectF(viewport()->rect()).adjusted(0.5, 0.5, -0.5, -0.5));
  }
}

void CurveChart::drawState(QPainter& painter, const QRectF& plot) const {
  if (!isEmpty()) return;
  const bool loaded = !m_loading && std::all_of(m_curves.begin(), m_curves.end(), [](const Curve& curve) { return curve.store->isLoaded(); });
  painter.setPen(palette().color(QPalette::PlaceholderText));
  painter.drawText(plot, Qt::AlignCenter | Qt::TextWordWrap, loaded ? tr("no values yet") : tr("loading …"));
}

namespace {

/// Half the height of a mean's band where `x` is: its ends lie at the same places as the mean.
double deviationAt(const Curve& mean, XAxis axis, double x) {
  double low = 0, high = 0;
  const auto read = [&](const std::string& key, double& value) {
    Curve end = mean;
    end.key = key;
    readCurve(end, axis, [&](const LiveSeries& series, const XScale& scale) { value = series.values()[scale.nearest(x)]; });
  };
  read(bandLow(mean.key), low);
  read(bandHigh(mean.key), high);
  return (high - low) / 2;
}

}  // namespace

std::vector<CurveChart::Reading> CurveChart::readings() const {
  std::vector<Reading> out;
  if (m_group == nullptr || !m_group->cursor()) return out;
  for (const Curve& curve : m_curves) {
    readCurve(curve, m_x, [&](const LiveSeries& series, const XScale& scale) {
      const std::size_t at = scale.nearest(*m_group->cursor());
      const bool smooth = m_smoothed && series.smoothed();
      out.push_back({&curve, scale.step(at), series.values()[at], smooth ? series.smoothed()->line[at] : series.values()[at], scale.at(at)});
    });
    if (curve.seeds > 0 && !out.empty() && out.back().curve == &curve) out.back().deviation = deviationAt(curve, m_x, out.back().x);
  }
  return out;
}

QString CurveChart::valueText(const Reading& reading) const {
  const auto words = [this](double value) {
    if (m_unit != Unit::bytes || !std::isfinite(value)) return shortNumber(value);
    return QLocale(QLocale::English).formattedDataSize(std::llround(value), 1, QLocale::DataSizeIecFormat);
  };
  if (reading.curve->seeds > 0) return tr("%1 ± %2 (%n seeds)", nullptr, reading.curve->seeds).arg(words(reading.value), words(reading.deviation));
  const bool same = reading.drawn == reading.value || !std::isfinite(reading.value);
  return same ? words(reading.value) : tr("%1 (smoothed %2)").arg(words(reading.value), words(reading.drawn));
}

QStringList CurveChart::readout() const { return wordsOf(readings()); }

QStringList CurveChart::wordsOf(const std::vector<Reading>& found) const {
  if (found.empty()) return {};
  // The curve that lies nearest says which step this is; one that has no value there says where its own is.
  const auto nearest = std::min_element(found.begin(), found.end(), [&](const Reading& a, const Reading& b) {
    return std::abs(a.x - *m_group->cursor()) < std::abs(b.x - *m_group->cursor());
  });
  QString head = tr("step %1").arg(count(nearest->step));
  if (m_x == XAxis::time) head = tr("step %1, after %2").arg(count(nearest->step), duration(std::llround(nearest->x)));
  if (m_x == XAxis::epoch) head = tr("step %1, epoch %2").arg(count(nearest->step), QLocale(QLocale::English).toString(nearest->x, 'f', 2));
  QStringList out{head};
  for (const Reading& reading : found) {
    const QString value = valueText(reading);
    out << QString(reading.curve->name).replace(QLatin1Char('\t'), QLatin1Char(' ')) + QLatin1Char('\t') + (reading.step == nearest->step ? value : tr("%1 (at %2)").arg(value, count(reading.step)));
  }
  return out;
}

/// No more than have room.
QStringList CurveChart::shownWordsOf(const std::vector<Reading>& found) const {
  QStringList lines = wordsOf(found);
  const auto more = static_cast<int>(lines.size()) - 1 - static_cast<int>(readingsAtMost);
  if (more > 0) lines = lines.first(static_cast<qsizetype>(readingsAtMost) + 1) << tr("and %n more", nullptr, more);
  return lines;
}

/// Beside the crosshair, on the side where there is room.
QRectF CurveChart::readoutBox(const QStringList& lines) const {
  const QRectF plot = plotArea();
  const double x = toWidget({*m_group->cursor(), 0}).x();
  const QFontMetricsF metrics(font());
  double names = 0, values = 0, alone = 0;
  for (const QString& line : lines) {
    const QStringList cells = line.split(QLatin1Char('\t'));
    if (cells.size() == 1) {
      alone = std::max(alone, metrics.horizontalAdvance(line));
    } else {
      names = std::max(names, metrics.horizontalAdvance(cells[0]));
      values = std::max(values, metrics.horizontalAdvance(cells[1]));
    }
  }
  const double inner = std::max(alone, swatchWidth + gridStep / 2.0 + names + 2 * gridStep + values);
  QRectF box(x + gridStep, plot.top() + gridStep / 2.0, inner + 2 * gridStep, static_cast<double>(lines.size()) * metrics.height() + gridStep);
  if (box.right() > plot.right()) box.moveRight(x - gridStep);
  if (box.left() < plot.left()) box.moveLeft(plot.left());
  return box;
}

/// Only where it stood and where it stands: all charts of a page follow one pointer.
void CurveChart::updateCrosshair() {
  QRect area;
  if (m_group->cursor()) {
    const double x = toWidget({*m_group->cursor(), 0}).x();
    QRectF strip(x - 6, plotArea().top() - 6, 12, plotArea().height() + 12);
    const auto found = readings();
    for (const Reading& reading : found) strip = strip.united(QRectF(toWidget({reading.x, 0}).x() - 6, strip.top(), 12, strip.height()));
    area = strip.toAlignedRect();
    const QStringList lines = shownWordsOf(found);
    if (!lines.isEmpty()) area = area.united(readoutBox(lines).toAlignedRect());
  }
  viewport()->update(m_crosshairArea.united(area).adjusted(-1, -1, 1, 1));
  m_crosshairArea = area;
}

void CurveChart::drawCrosshair(QPainter& painter, const QRectF& plot) const {
  if (m_group == nullptr || !m_group->cursor()) return;
  const double x = toWidget({*m_group->cursor(), 0}).x();
  if (x < plot.left() - 1 || x > plot.right() + 1) return;
  painter.setPen(QPen(palette().color(QPalette::PlaceholderText), 1, Qt::DotLine));
  painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
  const auto found = readings();
  painter.setRenderHint(QPainter::Antialiasing);
  for (const Reading& reading : found) {
    const double y = m_logarithmic ? std::log10(reading.drawn) : reading.drawn;
    if (!std::isfinite(y)) continue;
    painter.setPen(QPen(palette().color(QPalette::Base), 1.5));
    painter.setBrush(curveColour(reading.curve->number, isDark(palette())));
    painter.drawEllipse(toWidget({reading.x, y}), 4, 4);
  }
  drawReadout(painter, found);
}

void CurveChart::drawReadout(QPainter& painter, const std::vector<Reading>& found) const {
  const QStringList lines = shownWordsOf(found);
  if (lines.isEmpty()) return;
  const QRectF box = readoutBox(lines);
  const QFontMetricsF metrics(font());
  QColor ground = palette().color(QPalette::ToolTipBase);
  ground.setAlphaF(0.92F);
  painter.setPen(Qt::NoPen);
  painter.setBrush(ground);
  painter.drawRoundedRect(box, 4, 4);
  const QColor words = palette().color(QPalette::ToolTipText);
  for (qsizetype i = 0; i < lines.size(); ++i) {
    const QRectF row(box.left() + gridStep, box.top() + gridStep / 2.0 + static_cast<double>(i) * metrics.height(), box.width() - 2 * gridStep, metrics.height());
    const QStringList cells = lines[i].split(QLatin1Char('\t'));
    painter.setPen(words);
    if (cells.size() == 1) {
      painter.drawText(row, Qt::AlignVCenter | Qt::TextDontClip, lines[i]);
      continue;
    }
    painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, cells[1]);
    // The box is dark in both themes.
    paintSwatch(painter, QRectF(row.topLeft(), QSizeF(swatchWidth, row.height())), *found[static_cast<std::size_t>(i - 1)].curve, true);
    painter.setPen(words);
    painter.drawText(row.adjusted(swatchWidth + gridStep / 2.0, 0, 0, 0), Qt::AlignVCenter | Qt::TextDontClip, cells[0]);
  }
}

}  // namespace lockstep::ui
