#include "ui/report/PdfChart.h"

#include <QPainterPath>
#include <QPen>
#include <QPolygonF>
#include <algorithm>
#include <memory>

#include "tracking/report/format.h"
#include "ui/report/PdfText.h"

namespace lockstep::ui {

namespace report = tracking::report;

namespace {

constexpr double axisSize = 7.5, legendSize = 8, titleSize = 9.5;
constexpr double leftRoom = 38 * point, plotHeight = 130 * point, axisRoom = 30 * point, titleRoom = 18 * point,
                 legendLine = 12 * point;

QColor colourOf(const report::CurveStyle& style) {
  return QColor(QString::fromLatin1(style.light.data(), static_cast<int>(style.light.size())));
}

QPen penOf(const report::CurveStyle& style, double width) {
  QPen pen(colourOf(style), width * point);
  pen.setJoinStyle(Qt::RoundJoin);
  pen.setCapStyle(Qt::FlatCap);
  if (style.dashes.empty()) return pen;
  QList<qreal> pattern;  // in pen widths
  for (const int length : style.dashes) pattern.append(length * 0.75 / width);
  pen.setDashPattern(pattern);
  return pen;
}

/// One entry of the legend with its place.
struct Entry {
  QString label;
  QRectF place;
  enum Kind { curve, band, mark, words } kind = curve;
  std::size_t index = 0;
};

class ChartDrawing {
 public:
  ChartDrawing(const report::Chart& chart, const report::Words& words, double width)
      : m_chart(chart),
        m_width(width),
        m_x(report::x_axis(chart, width < 300 * point ? 5 : 8)),
        m_y(report::y_axis(chart)),
        m_axisFont(printFont(axisSize)),
        m_legendFont(printFont(legendSize)) {
    layLegend(words);
  }

  [[nodiscard]] double height() const { return m_height; }

  void draw(QPainter& painter, QPointF at) const {
    painter.save();
    painter.translate(at);
    PrintedText(QString::fromStdString(m_chart.title), printFont(titleSize, true), m_width).draw(painter, {0, 0});
    grid(painter);
    for (const report::Band& band : m_chart.bands) drawBand(painter, band);
    for (const bool faint : {true, false})
      for (const report::Curve& curve : m_chart.curves)
        if (curve.faint == faint) drawCurve(painter, curve);
    legend(painter);
    painter.restore();
  }

 private:
  [[nodiscard]] double px(double x) const {
    return leftRoom + std::clamp(m_x.place(x), 0.0, 1.0) * (m_width - leftRoom);
  }
  [[nodiscard]] double py(double y) const {
    const double place = m_y.log && y <= 0 ? 0 : m_y.place(y);
    return titleRoom + (1 - std::clamp(place, 0.0, 1.0)) * plotHeight;
  }

  [[nodiscard]] double markDistance() const { return 8 * point * (m_x.high - m_x.low) / (m_width - leftRoom); }

  void label(QPainter& painter, const std::string& text, double x, double y, Qt::Alignment align) const {
    constexpr double room = 80 * point;
    const double left = align == Qt::AlignRight ? x - room : align == Qt::AlignHCenter ? x - room / 2 : x;
    PrintedText(QString::fromStdString(text), m_axisFont, room, ink::quiet, align).draw(painter, {left, y});
  }

  void grid(QPainter& painter) const {
    for (const report::Tick& tick : m_y.ticks) {
      painter.setPen(QPen(ink::line, 0.5 * point));
      painter.drawLine(QPointF(leftRoom, py(tick.value)), QPointF(m_width, py(tick.value)));
      label(painter, tick.label, leftRoom - 5 * point, py(tick.value) - 5.5 * point, Qt::AlignRight);
    }
    const double bottom = titleRoom + plotHeight;
    painter.setPen(QPen(ink::strongLine, 0.6 * point));
    painter.drawLine(QPointF(leftRoom, bottom), QPointF(m_width, bottom));
    for (const report::Tick& tick : m_x.ticks) {
      painter.setPen(QPen(ink::strongLine, 0.6 * point));
      painter.drawLine(QPointF(px(tick.value), bottom), QPointF(px(tick.value), bottom + 3 * point));
      const bool atEnd = px(tick.value) > m_width - 12 * point;
      label(painter, tick.label, atEnd ? m_width : px(tick.value), bottom + 4 * point,
            atEnd ? Qt::AlignRight : Qt::AlignHCenter);
    }
    label(painter, m_chart.x_title, (leftRoom + m_width) / 2, bottom + 15 * point, Qt::AlignHCenter);
  }

  void drawBand(QPainter& painter, const report::Band& band) const {
    QPolygonF area;
    for (std::size_t i = 0; i < band.x.size(); ++i) area << QPointF(px(band.x[i]), py(band.high[i]));
    for (std::size_t i = band.x.size(); i-- > 0;) area << QPointF(px(band.x[i]), py(band.low[i]));
    QColor colour = colourOf(report::curve_style(band.style));
    colour.setAlphaF(0.16F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(area);
    painter.setBrush(Qt::NoBrush);
  }

  void drawCurve(QPainter& painter, const report::Curve& curve) const {
    const report::CurveStyle style = report::curve_style(curve);
    QPen pen = penOf(style, curve.faint ? 0.5 : 1.1);
    if (curve.faint) {
      QColor colour = pen.color();
      colour.setAlphaF(0.3F);
      pen.setColor(colour);
    }
    for (const report::Stretch& stretch : report::finite_stretches(curve.y)) {
      QPolygonF line;
      for (std::size_t i = stretch.begin; i < stretch.end; ++i) line << QPointF(px(curve.x[i]), py(curve.y[i]));
      painter.setPen(pen);
      painter.setBrush(Qt::NoBrush);
      if (line.size() > 1) painter.drawPolyline(line);
      if (curve.faint || (!curve.dots && line.size() > 1)) continue;
      painter.setPen(Qt::NoPen);
      painter.setBrush(colourOf(style));
      for (const QPointF& dot : line) painter.drawEllipse(dot, 1.5 * point, 1.5 * point);
      painter.setBrush(Qt::NoBrush);
    }
    if (curve.faint) return;
    painter.setPen(QPen(colourOf(style), 0.9 * point));
    for (const report::Mark& mark : report::marks_of(curve, markDistance()))
      drawMark(painter, mark.kind,
               {px(mark.x), mark.kind == report::MarkKind::above ? titleRoom : titleRoom + plotHeight});
  }

  static void drawMark(QPainter& painter, report::MarkKind kind, QPointF at) {
    constexpr double size = 5 * point;
    if (kind == report::MarkKind::nan) {
      painter.drawLine(at + QPointF(-size / 2, -size), at + QPointF(size / 2, 0));
      painter.drawLine(at + QPointF(-size / 2, 0), at + QPointF(size / 2, -size));
      return;
    }
    const double away = kind == report::MarkKind::above ? size : -size;
    painter.drawPolygon(QPolygonF({at, at + QPointF(size / 2, away), at + QPointF(-size / 2, away)}));
  }

  void layLegend(const report::Words& words) {
    double x = 0, y = titleRoom + plotHeight + axisRoom;
    const auto add = [&](const std::string& label, Entry::Kind kind, std::size_t index) {
      const QString text = QString::fromStdString(report::shortened(label, 60));
      const double needs = (kind == Entry::words ? 0 : 22 * point) + textWidth(text, m_legendFont) + 14 * point;
      if (x > 0 && x + needs > m_width) x = 0, y += legendLine;
      m_legend.push_back({text, QRectF(x, y, needs, legendLine), kind, index});
      x += needs;
    };
    bool marked[3] = {};
    for (std::size_t i = 0; i < m_chart.curves.size(); ++i) {
      if (m_chart.curves[i].faint) continue;
      add(m_chart.curves[i].label, Entry::curve, i);
      for (const report::Mark& mark : report::marks_of(m_chart.curves[i], markDistance()))
        marked[static_cast<std::size_t>(mark.kind)] = true;
    }
    for (std::size_t i = 0; i < m_chart.bands.size(); ++i) add(m_chart.bands[i].label, Entry::band, i);
    static constexpr const char* names[] = {"NaN", "Infinity", "-Infinity"};
    for (std::size_t kind = 0; kind < 3; ++kind)
      if (marked[kind]) add(names[kind], Entry::mark, kind);
    if (m_y.log) add(words("logarithmic axis"), Entry::words, 0);
    m_height = y + legendLine + 12 * point;
  }

  void legend(QPainter& painter) const {
    for (const Entry& entry : m_legend) {
      const double middle = entry.place.top() + legendLine / 2;
      double at = entry.place.left();
      if (entry.kind == Entry::curve) {
        painter.setPen(penOf(report::curve_style(m_chart.curves[entry.index]), 1.4));
        painter.drawLine(QPointF(at, middle), QPointF(at + 17 * point, middle));
      } else if (entry.kind == Entry::band) {
        QColor colour = colourOf(report::curve_style(m_chart.bands[entry.index].style));
        colour.setAlphaF(0.25F);
        painter.fillRect(QRectF(at, middle - 3.5 * point, 17 * point, 7 * point), colour);
      } else if (entry.kind == Entry::mark) {
        painter.setPen(QPen(ink::quiet, 0.9 * point));
        painter.setBrush(Qt::NoBrush);
        drawMark(painter, static_cast<report::MarkKind>(entry.index),
                 {at + 8 * point, middle + (entry.index == 1 ? -2.5 : 2.5) * point});
      }
      if (entry.kind != Entry::words) at += 22 * point;
      PrintedText(entry.label, m_legendFont, m_width, entry.kind == Entry::words ? ink::quiet : ink::text)
          .draw(painter, {at, middle - 5.7 * point});
    }
  }

  report::Chart m_chart;
  double m_width;
  report::Axis m_x, m_y;
  QFont m_axisFont, m_legendFont;
  std::vector<Entry> m_legend;
  double m_height = 0;
};

}  // namespace

Piece chartPiece(const report::Chart& chart, const report::Words& words, double width) {
  const auto drawing = std::make_shared<ChartDrawing>(chart, words, width);
  return {drawing->height(), [drawing](QPainter& painter, QPointF at) { drawing->draw(painter, at); }};
}

}  // namespace lockstep::ui
