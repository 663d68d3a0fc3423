// A report printed as PDF: drawn by QPainter from the same content as every other format, curves as vectors, pages broken where
// it hurts least. Needs no display.
#pragma once

#include <QByteArray>
#include <filesystem>

#include "tracking/report/content.h"

namespace lockstep::ui {

/// The same report gives the same bytes, where the fonts are the same and the program called preparePrinting() first.
/// Needs a QGuiApplication.
[[nodiscard]] QByteArray pdfOf(const tracking::report::Report& report);

/// Writes it whole or not at all. On a program that has no QGuiApplication it makes one for the time of printing, on no
/// display. @throws FileError
void writePdf(const tracking::report::Report& report, const std::filesystem::path& file);

/// The order in which fonts go into a PDF is that of a hash: call this first in a program that prints.
void preparePrinting();

}  // namespace lockstep::ui
