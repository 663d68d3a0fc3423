// A column of values with the extremes of every 8, 64, 512, … of them, so that a million points are drawn as fast as a screen is
// wide. Costs 1.29 times the column. Knows indices only; where the points lie on the x axis is StepColumn's and XScale's.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace lockstep::ui {

class SeriesPyramid {
 public:
  /// exact: kept as f32 while every value is one, as f64 from the first that isn't. visible: rounded to f32, as long as that
  /// can hold the size of the value.
  enum class Precision { exact, visible };
  /// Of the finite values; minimum > maximum: there is none.
  struct Extremes {
    double minimum = std::numeric_limits<double>::infinity();
    double maximum = -std::numeric_limits<double>::infinity();
    [[nodiscard]] bool any() const { return minimum <= maximum; }
  };
  /// A row of values that are not finite: first … last − 1.
  struct Gap {
    std::size_t first;
    std::size_t last;
  };
  struct Vertex {
    std::size_t index;  ///< of an extreme of a crowded column: any in that column
    double y;
    bool starts;  ///< no line leads here from the vertex before: values that are not finite lie between
  };

  explicit SeriesPyramid(Precision precision = Precision::exact) : m_precision(precision) {}

  void reserve(std::size_t size);
  /// O(log n) at most.
  void append(double value);

  [[nodiscard]] std::size_t size() const { return m_isWide ? m_wide.values.size() : m_narrow.values.size(); }
  [[nodiscard]] double operator[](std::size_t index) const {
    return m_isWide ? m_wide.values[index] : static_cast<double>(m_narrow.values[index]);
  }
  /// Of the values first … last − 1.
  [[nodiscard]] Extremes extremes(std::size_t first, std::size_t last) const;
  [[nodiscard]] const std::vector<Gap>& gaps() const { return m_gaps; }
  /// The first gap that ends after this index.
  [[nodiscard]] std::vector<Gap>::const_iterator gapAfter(std::size_t index) const;
  /// M4: of each column, which holds the values edges[i] … edges[i + 1] − 1, the first, lowest, highest and last; and one value
  /// beyond either end, for the lines that lead there. Columns of at most four values are given as they are.
  [[nodiscard]] std::vector<Vertex> decimate(std::span<const std::size_t> edges) const;
  [[nodiscard]] std::size_t bytes() const;

 private:
  template <class T>
  struct Level {
    std::vector<T> lows;
    std::vector<T> highs;
  };
  template <class T>
  struct Column {
    std::vector<T> values;
    std::vector<Level<T>> levels;  ///< level l: of fanOut^(l+1) values each
    void append(T value);
    [[nodiscard]] Extremes extremes(std::size_t first, std::size_t last) const;
  };
  [[nodiscard]] bool fitsNarrow(double value) const;
  void widen();
  void emitColumn(std::vector<Vertex>& out, std::size_t first, std::size_t last) const;
  void emitPiece(std::vector<Vertex>& out, std::size_t first, std::size_t last, bool starts) const;

  Precision m_precision;
  bool m_isWide = false;
  Column<float> m_narrow;
  Column<double> m_wide;
  std::vector<Gap> m_gaps;
};

}  // namespace lockstep::ui
