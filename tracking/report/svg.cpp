// A chart as SVG: axes, grid, curves, marks and a legend. Colours are attributes, so that it stands alone; classes let a page
// that it lies in change them for a dark background.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "tracking/report/chart.h"
#include "tracking/report/format.h"
#include "tracking/report/writers.h"
#include "tracking/report/xml.h"

namespace lockstep::tracking::report {

namespace {

constexpr double width = 760, left = 64, right = 12, top = 10, plot_height = 250, below = 42, legend_line = 20;
constexpr double plot_width = width - left - right;
constexpr std::size_t longest_label = 60;

class Drawing {
 public:
  Drawing(const Chart& chart, const Words& words)
      : chart_(chart), words_(words), x_(x_axis(chart)), y_(y_axis(chart)) {}

  std::string draw(int number) {
    grid();
    for (const Band& band : chart_.bands) draw(band);
    for (const Curve& curve : chart_.curves)
      if (curve.faint) draw(curve);
    for (const Curve& curve : chart_.curves)
      if (!curve.faint) draw(curve);
    legend();
    const std::string title = fmt::format("chart-{}-title", number), description = fmt::format("chart-{}-desc", number);
    return fmt::format(
        R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" role="img" aria-labelledby="{} {}" font-size="12" font-family="sans-serif" class="chart">)"
        "\n<title id=\"{}\">{}</title>\n<desc id=\"{}\">{}</desc>\n{}</svg>\n",
        width, coordinate(height_), title, description, title, xml(chart_.title), description, xml(chart_.description),
        body_);
  }

 private:
  [[nodiscard]] double px(double x) const { return left + std::clamp(x_.place(x), 0.0, 1.0) * plot_width; }
  [[nodiscard]] double py(double y) const {
    const double place = y_.log && y <= 0 ? 0 : y_.place(y);
    return top + (1 - std::clamp(place, 0.0, 1.0)) * plot_height;
  }
  template <typename... Arguments>
  void add(fmt::format_string<Arguments...> form, Arguments&&... arguments) {
    body_ += fmt::format(form, std::forward<Arguments>(arguments)...);
    body_ += '\n';
  }

  void grid() {
    for (const Tick& tick : y_.ticks) {
      const std::string y = coordinate(py(tick.value));
      add(R"(<line class="grid" x1="{}" y1="{}" x2="{}" y2="{}" stroke="#e3e6ea"/>)", left, y, width - right, y);
      add(R"(<text class="label" x="{}" y="{}" text-anchor="end" fill="#5c6570">{}</text>)", left - 8,
          coordinate(py(tick.value) + 4), xml(tick.label));
    }
    add(R"(<line class="axis" x1="{}" y1="{}" x2="{}" y2="{}" stroke="#9aa3ad"/>)", left, top + plot_height,
        width - right, top + plot_height);
    for (const Tick& tick : x_.ticks) {
      const std::string x = coordinate(px(tick.value));
      add(R"(<line class="axis" x1="{}" y1="{}" x2="{}" y2="{}" stroke="#9aa3ad"/>)", x, top + plot_height, x,
          top + plot_height + 4);
      const bool at_end = px(tick.value) > width - right - 16;
      add(R"(<text class="label" x="{}" y="{}" text-anchor="{}" fill="#5c6570">{}</text>)",
          at_end ? coordinate(width - right) : x, top + plot_height + 18, at_end ? "end" : "middle", xml(tick.label));
    }
    add(R"(<text class="label" x="{}" y="{}" text-anchor="middle" fill="#5c6570">{}</text>)", left + plot_width / 2,
        top + plot_height + 34, xml(chart_.x_title));
  }

  void draw(const Band& band) {
    std::string points;
    for (std::size_t i = 0; i < band.x.size(); ++i)
      points += fmt::format("{},{} ", coordinate(px(band.x[i])), coordinate(py(band.high[i])));
    for (std::size_t i = band.x.size(); i-- > 0;)
      points += fmt::format("{},{} ", coordinate(px(band.x[i])), coordinate(py(band.low[i])));
    if (!points.empty()) points.pop_back();
    add(R"(<polygon class="f{}" points="{}" fill="{}" fill-opacity="0.16"/>)", band.style % colour_count, points,
        curve_style(band.style).light);
  }

  static std::string stroke(const CurveStyle& style, int number, bool faint) {
    std::string out = fmt::format(R"(class="c{}" stroke="{}" fill="none" stroke-width="{}")", number % colour_count,
                                  style.light, faint ? "1" : "1.8");
    if (faint) out += R"( stroke-opacity="0.28")";
    if (!style.dashes.empty() && !faint) out += fmt::format(R"( stroke-dasharray="{}")", fmt::join(style.dashes, " "));
    return out;
  }

  void draw(const Curve& curve) {
    const CurveStyle style = curve_style(curve);
    for (const Stretch& stretch : finite_stretches(curve.y)) {
      if (stretch.end - stretch.begin > 1) {
        std::string points, before;
        for (std::size_t i = stretch.begin; i < stretch.end; ++i) {
          std::string point = fmt::format("{},{}", coordinate(px(curve.x[i])), coordinate(py(curve.y[i])));
          if (point == before) continue;
          points += (points.empty() ? "" : " ") + point;
          before = std::move(point);
        }
        add(R"(<polyline {} stroke-linejoin="round" points="{}"/>)", stroke(style, curve.style, curve.faint), points);
      }
      // A lone point between gaps would be invisible as a line.
      if (curve.faint || (!curve.dots && stretch.end - stretch.begin > 1)) continue;
      for (std::size_t i = stretch.begin; i < stretch.end; ++i)
        add(R"(<circle class="f{}" cx="{}" cy="{}" r="2.4" fill="{}"/>)", curve.style % colour_count,
            coordinate(px(curve.x[i])), coordinate(py(curve.y[i])), style.light);
    }
    if (!curve.faint || !has_smooth_twin(curve)) draw_marks(curve, style);
  }

  [[nodiscard]] bool has_smooth_twin(const Curve& curve) const {
    return std::any_of(chart_.curves.begin(), chart_.curves.end(), [&](const Curve& other) {
      return !other.faint && other.run == curve.run && other.key == curve.key;
    });
  }

  static std::string mark_shape(MarkKind kind, double x, double y) {
    switch (kind) {
      case MarkKind::nan: return fmt::format("M{},{} l7,7 m0,-7 l-7,7", coordinate(x - 3.5), coordinate(y - 7));
      case MarkKind::above: return fmt::format("M{},{} l4,7 l-8,0 z", coordinate(x), coordinate(y));
      case MarkKind::below: return fmt::format("M{},{} l4,-7 l-8,0 z", coordinate(x), coordinate(y));
    }
    return {};
  }

  void draw_marks(const Curve& curve, const CurveStyle& style) {
    for (const Mark& mark : marks_of(curve, 12 * (x_.high - x_.low) / plot_width)) {
      marked_[static_cast<std::size_t>(mark.kind)] = true;
      add(R"(<path class="c{}" d="{}" stroke="{}" stroke-width="1.4" fill="none"/>)", curve.style % colour_count,
          mark_shape(mark.kind, px(mark.x), mark.kind == MarkKind::above ? top : top + plot_height), style.light);
    }
  }

  /// Entries flow from left to right; a width is estimated, for the reader's font is not known.
  void legend() {
    double x = left, y = top + plot_height + below;
    const auto entry = [&](const std::string& label, auto&& sample, double room = 28) {
      const std::string text = shortened(label, longest_label);
      const double needs = room + 2 + 6.8 * static_cast<double>(display_width(text)) + 16;
      if (x > left && x + needs > width - right) x = left, y += legend_line;
      sample(x, y + 8);
      add(R"(<text class="label" x="{}" y="{}" fill="#3c434b">{}</text>)", coordinate(x + room), coordinate(y + 12),
          xml(text));
      x += needs;
    };
    for (const Curve& curve : chart_.curves) {
      if (curve.faint) continue;
      entry(curve.label, [&](double at, double middle) {
        add(R"(<line {} x1="{}" y1="{}" x2="{}" y2="{}"/>)", stroke(curve_style(curve), curve.style, false),
            coordinate(at), coordinate(middle), coordinate(at + 22), coordinate(middle));
      });
    }
    for (const Band& band : chart_.bands) {
      entry(band.label, [&](double at, double middle) {
        add(R"(<rect class="f{}" x="{}" y="{}" width="22" height="10" fill="{}" fill-opacity="0.25"/>)",
            band.style % colour_count, coordinate(at), coordinate(middle - 5), curve_style(band.style).light);
      });
    }
    const std::string names[] = {"NaN", "Infinity", "-Infinity"};
    for (std::size_t kind = 0; kind < 3; ++kind) {
      if (!marked_[kind]) continue;
      entry(names[kind], [&](double at, double middle) {
        add(R"(<path class="axis" d="{}" stroke="#5c6570" stroke-width="1.4" fill="none"/>)",
            mark_shape(static_cast<MarkKind>(kind), at + 11, kind == 1 ? middle - 3.5 : middle + 3.5));
      });
    }
    if (y_.log)
      entry(
          words_("logarithmic axis"), [](double, double) {}, 0);
    height_ = y + legend_line + 4;
  }

  const Chart& chart_;
  const Words& words_;
  Axis x_, y_;
  std::string body_;
  double height_ = 0;
  bool marked_[3] = {};
};

}  // namespace

std::string to_svg(const Chart& chart, const Words& words, int number) { return Drawing(chart, words).draw(number); }

}  // namespace lockstep::tracking::report
