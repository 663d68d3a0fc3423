// A report printed as PDF: drawn by QPainter from the same content as every other format, curves as vectors, pages broken where
// it hurts least. Needs no display.
#pragma once

#include <QByteArray>
#include <QSizeF>
#include <filesystem>
#include <memory>

#include "tracking/report/content.h"

class QPainter;

namespace lockstep::ui {

/// A report laid out on pages of A4, to be printed or looked at. The report outlives it. Needs a QGuiApplication.
class PrintedReport {
 public:
  explicit PrintedReport(const tracking::report::Report& report);
  ~PrintedReport();
  PrintedReport(const PrintedReport&) = delete;
  PrintedReport& operator=(const PrintedReport&) = delete;

  [[nodiscard]] int pageCount() const;
  /// With the upper left corner at the painter's origin; `unitsPerPoint`: the painter's units in 1/72 inch.
  void drawPage(QPainter& painter, int page, double unitsPerPoint) const;
  [[nodiscard]] static QSizeF pageSize();  ///< in points

 private:
  struct Parts;
  std::unique_ptr<Parts> m_parts;
};

/// The same report gives the same bytes, where the fonts are the same and the program called preparePrinting() first.
/// Needs a QGuiApplication.
[[nodiscard]] QByteArray pdfOf(const tracking::report::Report& report);

/// Writes it whole or not at all. On a program that has no QGuiApplication it makes one for the time of printing, on no
/// display. @throws FileError
void writePdf(const tracking::report::Report& report, const std::filesystem::path& file);

/// The order in which fonts go into a PDF is that of a hash: call this first in a program that prints.
void preparePrinting();

}  // namespace lockstep::ui
