// Pieces of a document laid out on pages: each is drawn whole on one page, one that belongs to the next never ends a page, and a
// table that goes on repeats its header.
#pragma once

#include <QPagedPaintDevice>
#include <QPainter>
#include <QRectF>
#include <functional>
#include <optional>
#include <vector>

namespace lockstep::ui {

/// Draws itself with its upper left corner at a point. Lengths are points (1/72 inch).
struct Piece {
  double height = 0;
  std::function<void(QPainter&, QPointF)> draw;
  bool keepWithNext = false;  ///< a heading
  int header = -1;            ///< its table's header, in PageFlow::headers: repeated where the table goes on
  bool isHeader = false;      ///< the header itself, where the table begins
};

class PageFlow {
 public:
  explicit PageFlow(QSizeF area) : m_area(area) {}

  void add(Piece piece) { m_pieces.push_back(std::move(piece)); }
  void space(double height, bool keepWithNext = false);
  /// Returns the number by which a table's rows name their header.
  int addHeader(Piece header);

  [[nodiscard]] double width() const { return m_area.width(); }
  [[nodiscard]] double height() const { return m_area.height(); }

  /// Which pieces stand on which page, and where; computed before anything is drawn, so that the number of pages is known.
  struct Placed {
    const Piece* piece = nullptr;
    double y = 0;
  };
  [[nodiscard]] std::vector<std::vector<Placed>> pages() const;

 private:
  QSizeF m_area;
  std::vector<Piece> m_pieces;
  std::vector<Piece> m_headers;
};

}  // namespace lockstep::ui
