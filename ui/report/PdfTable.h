// A table as pieces: a caption and a header that stay with the first row, and rows that are never cut.
#pragma once

#include "tracking/report/content.h"
#include "ui/report/PageFlow.h"

namespace lockstep::ui {

void addTable(const tracking::report::Table& table, PageFlow& flow);

/// What a cell's text and colour are: shared with what isn't a table.
[[nodiscard]] QString signedText(const std::string& sign, const std::string& text);
[[nodiscard]] QColor toneInk(tracking::report::Tone tone);

}  // namespace lockstep::ui
