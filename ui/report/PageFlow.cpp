#include "ui/report/PageFlow.h"

namespace lockstep::ui {

void PageFlow::space(double height, bool keepWithNext) { m_pieces.push_back({height, {}, keepWithNext}); }

int PageFlow::addHeader(Piece header) {
  m_headers.push_back(std::move(header));
  return static_cast<int>(m_headers.size()) - 1;
}

std::vector<std::vector<PageFlow::Placed>> PageFlow::pages() const {
  std::vector<std::vector<Placed>> out(1);
  double y = 0;
  for (std::size_t i = 0; i < m_pieces.size();) {
    // A heading, its table's header and the first row stay together.
    std::size_t end = i;
    double together = 0;
    do together += m_pieces[end].height;
    while (m_pieces[end++].keepWithNext && end < m_pieces.size());
    if (y > 0 && y + together > m_area.height()) {
      out.emplace_back();
      y = 0;
      const Piece& first = m_pieces[i];
      if (first.header >= 0 && !first.isHeader) {
        const Piece& header = m_headers[static_cast<std::size_t>(first.header)];
        out.back().push_back({&header, 0});
        y = header.height;
      }
    }
    for (; i < end; ++i) {
      // Space at the top of a page is no use.
      if (y == 0 && !m_pieces[i].draw) continue;
      if (m_pieces[i].draw) out.back().push_back({&m_pieces[i], y});
      y += m_pieces[i].height;
    }
  }
  return out;
}

}  // namespace lockstep::ui
