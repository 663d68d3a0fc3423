// What the models of a run's tabs give beside the text of a cell: the exact value for hovering and copying, and its tone.
#pragma once

#include <QAbstractItemModel>
#include <QString>

namespace lockstep::ui {

inline constexpr int exactRole = Qt::UserRole + 100;  ///< the value as it goes into a copy, where that is not what is shown
inline constexpr int toneRole = Qt::UserRole + 101;   ///< a Tone as an int

/// What a copy of the cell holds.
[[nodiscard]] QString exactText(const QModelIndex& index);
/// Rows of cells with tabs between them, in the order of the model, the titles of their columns first. No line break or tab
/// of a cell's text is left in it.
[[nodiscard]] QString tabSeparated(const QModelIndexList& cells);
/// All of a flat table.
[[nodiscard]] QString tabSeparated(const QAbstractItemModel& model);
/// All digits that decide: the shortest text that reads back to the same number; "NaN", "Infinity", "-Infinity".
[[nodiscard]] QString exactNumber(double value);

}  // namespace lockstep::ui
