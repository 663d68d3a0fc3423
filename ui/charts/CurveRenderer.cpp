#include "ui/charts/CurveRenderer.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/charts/SeedBand.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

namespace {

constexpr int colours = 6;            // curveColour() has so many
constexpr double farAway = 10000;     // pixels outside which Qt's rasterizer need not be tried
constexpr double tall = 4;            // columns whose spans are higher are filled, not stroked
constexpr double lineWidth = 1.75;
constexpr double dotRadius = 3;

struct Traced {
  std::vector<QPointF> points;
  std::vector<bool> starts;
};
struct Mark {
  QPointF at;
  double value;
};

/// Copies what is to be drawn of a line, so that the series can grow on while it is drawn.
Traced trace(const SeriesPyramid& line, const XScale& scale, const ChartFrame& frame) {
  const int columns = std::max(1, static_cast<int>(std::ceil(frame.size.width() * frame.ratio)));
  const std::size_t begin = scale.lowerBound(frame.view.left());
  std::vector<std::size_t> edges{begin};
  const std::size_t end = scale.lowerBound(std::nextafter(frame.view.right(), INFINITY));
  if (end - begin <= static_cast<std::size_t>(columns)) {
    for (std::size_t i = begin + 1; i <= end; ++i) edges.push_back(i);
  } else {
    for (int column = 1; column < columns; ++column) {
      const std::size_t edge = scale.lowerBound(frame.view.left() + frame.view.width() * column / columns);
      if (edge > edges.back()) edges.push_back(edge);
    }
    edges.push_back(std::max(end, edges.back()));
  }
  Traced out;
  for (const SeriesPyramid::Vertex& vertex : line.decimate(edges)) {
    out.points.push_back(frame.toPixel(scale.at(vertex.index), frame.logarithmic ? std::log10(vertex.y) : vertex.y));
    out.starts.push_back(vertex.starts);
  }
  return out;
}

/// Where values are not finite, no closer than they can be told apart.
std::vector<Mark> traceMarks(const LiveSeries& series, const XScale& scale, const ChartFrame& frame) {
  constexpr double apart = 10;
  std::vector<Mark> out;
  const auto& gaps = series.values().gaps();
  std::size_t index = scale.lowerBound(frame.view.left());
  for (auto gap = series.values().gapAfter(index); gap != gaps.end(); gap = series.values().gapAfter(index)) {
    index = std::max(index, gap->first);
    const QPointF at = frame.toPixel(scale.at(index), 0);
    if (at.x() > frame.size.width()) break;
    out.push_back({at, series.values()[index]});
    index = std::max(index + 1, scale.lowerBound(frame.view.left() + (at.x() + apart) / frame.size.width() * frame.view.width()));
  }
  return out;
}

QPen penOf(const Curve& curve, const ChartFrame& frame, bool faint) {
  QColor colour = curveColour(curve.number, frame.dark);
  if (faint) colour.setAlphaF(frame.dark ? 0.36F : 0.28F);
  QPen pen(colour, faint ? 1.0 : lineWidth, faint ? Qt::SolidLine : curveDashes(curve.number), Qt::FlatCap, Qt::BevelJoin);
  return pen;
}

bool isTall(const Traced& line, const ChartFrame& frame) {
  if (static_cast<double>(line.points.size()) < frame.size.width() * frame.ratio) return false;
  double total = 0;
  for (std::size_t i = 1; i < line.points.size(); ++i)
    if (!line.starts[i]) total += std::min(std::abs(line.points[i].y() - line.points[i - 1].y()), frame.size.height());
  return total > tall * static_cast<double>(line.points.size());
}

/// A noisy line, a column of device pixels at a time: from its lowest to its highest, and to where the line comes from.
void fillColumns(QPainter& painter, const Traced& line, const QPen& pen, const ChartFrame& frame) {
  std::vector<QRectF> columns;
  const double width = 1 / frame.ratio;
  double column = -INFINITY, low = 0, high = 0, last = 0;
  const auto close = [&] {
    const double missing = std::max(0.0, pen.widthF() - (high - low)) / 2;
    const double top = std::max(low - missing, -farAway), bottom = std::min(high + missing, farAway);
    if (std::isfinite(column) && bottom > top) columns.emplace_back(column, top, width, bottom - top);
  };
  for (std::size_t i = 0; i < line.points.size(); ++i) {
    const QPointF at = line.points[i];
    const double here = std::floor(at.x() * frame.ratio) / frame.ratio;
    if (here != column) {
      close();
      const bool joined = !line.starts[i] && i > 0;
      // A line that comes from afar is drawn as one, below.
      low = high = at.y();
      if (joined && here - column <= 1.5 * width) {
        low = std::min(low, last);
        high = std::max(high, last);
      } else if (joined) {
        painter.setPen(pen);
        painter.drawLine(line.points[i - 1], at);
      }
      column = here;
    }
    low = std::min(low, at.y());
    high = std::max(high, at.y());
    last = at.y();
  }
  close();
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(Qt::NoPen);
  painter.setBrush(pen.color());
  painter.drawRects(columns.data(), static_cast<int>(columns.size()));
  painter.setRenderHint(QPainter::Antialiasing, true);
}

/// The part of a line that lies within the picture, for lines that lead far out of it.
bool clip(QPointF& a, QPointF& b, const QRectF& rect) {
  double from = 0, to = 1;
  const QPointF d = b - a;
  const auto side = [&](double p, double q) {
    if (p == 0) return q >= 0;
    const double t = q / p;
    if (p < 0) {
      from = std::max(from, t);
    } else {
      to = std::min(to, t);
    }
    return from <= to;
  };
  if (!side(-d.x(), a.x() - rect.left()) || !side(d.x(), rect.right() - a.x()) || !side(-d.y(), a.y() - rect.top()) || !side(d.y(), rect.bottom() - a.y())) return false;
  b = a + d * to;
  a = a + d * from;
  return true;
}

void strokeLine(QPainter& painter, const Traced& line, const QPen& pen, const ChartFrame& frame) {
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  const QRectF room = QRectF(QPointF(0, 0), frame.size).adjusted(-50, -50, 50, 50);
  const bool near = std::all_of(line.points.begin(), line.points.end(), [](QPointF at) { return std::abs(at.x()) < farAway && std::abs(at.y()) < farAway; });
  for (std::size_t first = 0; first < line.points.size();) {
    std::size_t last = first + 1;
    while (last < line.points.size() && !line.starts[last]) ++last;
    if (near) {
      painter.drawPolyline(line.points.data() + first, static_cast<int>(last - first));
    } else {
      for (std::size_t i = first + 1; i < last; ++i) {
        QPointF a = line.points[i - 1], b = line.points[i];
        if (clip(a, b, room)) painter.drawLine(a, b);
      }
    }
    first = last;
  }
}

/// Pieces of a line that are too small to be seen as one; and all points, where each is worth seeing and there is room.
void drawDots(QPainter& painter, const Traced& line, const QPen& pen, const ChartFrame& frame, bool all) {
  painter.setPen(Qt::NoPen);
  painter.setBrush(pen.color());
  const bool room = static_cast<double>(line.points.size()) * 3 * dotRadius < frame.size.width();
  for (std::size_t first = 0; first < line.points.size();) {
    std::size_t last = first + 1;
    double size = 0;
    for (; last < line.points.size() && !line.starts[last]; ++last) size = std::max(size, (line.points[last] - line.points[first]).manhattanLength());
    const bool lone = size < 1;
    for (std::size_t i = first; i < (all && room ? last : lone ? first + 1 : first); ++i)
      painter.drawEllipse(line.points[i], lone && !all ? dotRadius - 0.5 : dotRadius, lone && !all ? dotRadius - 0.5 : dotRadius);
    first = last;
  }
}

/// NaN: a cross at the upper edge; ∞: an arrow out of the picture.
void drawMarks(QPainter& painter, const std::vector<Mark>& marks, const QColor& colour, const ChartFrame& frame, double lower) {
  painter.setPen(QPen(colour, 1.5));
  painter.setBrush(colour);
  for (const Mark& mark : marks) {
    const double x = mark.at.x(), y = 6 + lower;
    if (std::isnan(mark.value)) {
      painter.drawLine(QPointF(x - 3, y - 3), QPointF(x + 3, y + 3));
      painter.drawLine(QPointF(x - 3, y + 3), QPointF(x + 3, y - 3));
    } else {
      const double edge = mark.value > 0 ? y - 4 : frame.size.height() - y + 4, back = mark.value > 0 ? 6 : -6;
      painter.drawPolygon(QPolygonF({QPointF(x, edge), QPointF(x - 3.5, edge + back), QPointF(x + 3.5, edge + back)}));
    }
  }
}

void paintLine(QPainter& painter, const Traced& line, const QPen& pen, const ChartFrame& frame, bool dots) {
  if (isTall(line, frame)) {
    fillColumns(painter, line, pen, frame);
  } else {
    strokeLine(painter, line, pen, frame);
  }
  drawDots(painter, line, pen, frame, dots);
}

/// The ground between two lines, piece by piece where values that are not finite part them.
void fillBand(QPainter& painter, const Traced& low, const Traced& high, const QColor& colour) {
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  const auto pieces = [](const Traced& line) {
    std::vector<std::pair<std::size_t, std::size_t>> out;
    for (std::size_t first = 0; first < line.points.size();) {
      std::size_t last = first + 1;
      while (last < line.points.size() && !line.starts[last]) ++last;
      out.emplace_back(first, last);
      first = last;
    }
    return out;
  };
  const auto lower = pieces(low), upper = pieces(high);
  const auto within = [](QPointF at) { return QPointF(at.x(), std::clamp(at.y(), -farAway, farAway)); };
  for (std::size_t i = 0; i < std::min(lower.size(), upper.size()); ++i) {
    QPolygonF ground;
    for (std::size_t p = upper[i].first; p < upper[i].second; ++p) ground << within(high.points[p]);
    for (std::size_t p = lower[i].second; p-- > lower[i].first;) ground << within(low.points[p]);
    painter.drawPolygon(ground);
  }
}

void paintBand(QPainter& painter, const Curve& curve, const ChartFrame& frame) {
  Traced low, high;
  const auto line = [&](const std::string& key, Traced& out) {
    Curve end = curve;
    end.key = key;
    readCurve(end, frame.x, [&](const LiveSeries& series, const XScale& scale) { out = trace(frame.logarithmic ? series.positive() : series.values(), scale, frame); });
  };
  line(bandLow(curve.key), low);
  line(bandHigh(curve.key), high);
  QColor colour = curveColour(curve.number, frame.dark);
  colour.setAlphaF(frame.dark ? 0.30F : 0.22F);
  fillBand(painter, low, high, colour);
}

}  // namespace

Qt::PenStyle curveDashes(int number) {
  static constexpr std::array styles{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine, Qt::DashDotDotLine};
  return styles[static_cast<std::size_t>(number / colours) % styles.size()];
}

void paintCurves(QPainter& painter, const Curves& curves, const ChartFrame& frame) {
  struct Part {
    Traced line;
    Traced behind;
    std::vector<Mark> marks;
  };
  std::vector<Part> parts(curves.size());
  for (std::size_t i = 0; i < curves.size(); ++i) {
    readCurve(curves[i], frame.x, [&](const LiveSeries& series, const XScale& scale) {
      const SeriesPyramid& values = frame.logarithmic ? series.positive() : series.values();
      const bool smooth = frame.smoothed && series.smoothed();
      if (smooth) parts[i].behind = trace(values, scale, frame);
      parts[i].line = trace(!smooth ? values : frame.logarithmic ? series.positiveSmoothed() : series.smoothed()->line, scale, frame);
      parts[i].marks = traceMarks(series, scale, frame);
    });
  }
  painter.setRenderHint(QPainter::Antialiasing);
  for (const Curve& curve : curves)
    if (curve.seeds > 0) paintBand(painter, curve, frame);
  for (std::size_t i = 0; i < curves.size(); ++i) paintLine(painter, parts[i].behind, penOf(curves[i], frame, true), frame, false);
  double lower = 0;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const QPen pen = penOf(curves[i], frame, false);
    paintLine(painter, parts[i].line, pen, frame, curves[i].dots);
    drawMarks(painter, parts[i].marks, pen.color(), frame, lower);
    if (!parts[i].marks.empty() && lower < 30) lower += 10;
  }
}

void paintSwatch(QPainter& painter, const QRectF& rect, const Curve& curve, bool dark) {
  const QColor colour = curveColour(curve.number, dark);
  if (curve.seeds > 0) {
    QColor ground = colour;
    ground.setAlphaF(0.3F);
    painter.fillRect(QRectF(rect.left(), rect.center().y() - 4, rect.width(), 8), ground);
  }
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(colour, 2, curveDashes(curve.number), Qt::FlatCap));
  painter.drawLine(QPointF(rect.left(), rect.center().y()), QPointF(rect.right(), rect.center().y()));
  if (!curve.dots) return;
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  painter.drawEllipse(rect.center(), dotRadius + 0.5, dotRadius + 0.5);
}

std::optional<QRectF> boundsOf(const Curves& curves, XAxis x, bool logarithmic) {
  double left = INFINITY, right = -INFINITY;
  SeriesPyramid::Extremes all;
  const auto add = [&](const LiveSeries& series) {
    const auto found = (logarithmic ? series.positive() : series.values()).extremes(0, series.size());
    all.minimum = std::min(all.minimum, found.minimum);
    all.maximum = std::max(all.maximum, found.maximum);
  };
  for (const Curve& curve : curves) {
    readCurve(curve, x, [&](const LiveSeries& series, const XScale& scale) {
      left = std::min(left, scale.at(0));
      right = std::max(right, scale.at(series.size() - 1));
      add(series);
    });
    if (curve.seeds == 0) continue;
    for (const std::string& key : {bandLow(curve.key), bandHigh(curve.key)}) {
      Curve end = curve;
      end.key = key;
      readCurve(end, x, [&](const LiveSeries& series, const XScale&) { add(series); });
    }
  }
  if (!(left <= right)) return {};
  double low = 0, high = 1;
  if (all.any()) {
    low = logarithmic ? std::log10(all.minimum) : all.minimum;
    high = logarithmic ? std::log10(all.maximum) : all.maximum;
  }
  return QRectF(left, low, right - left, high - low);
}

}  // namespace lockstep::ui
