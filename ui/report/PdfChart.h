// A chart drawn by QPainter, as vectors, with the axes and the decimation that the SVG has.
#pragma once

#include "tracking/report/chart.h"
#include "ui/report/PageFlow.h"

namespace lockstep::ui {

/// Title, plot and legend in one piece that is never cut.
[[nodiscard]] Piece chartPiece(const tracking::report::Chart& chart, const tracking::report::Words& words,
                               double width);

}  // namespace lockstep::ui
