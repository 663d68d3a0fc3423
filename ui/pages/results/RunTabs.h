// What the page of a run shows beside its curves: config, provenance, results, log.
#pragma once

#include <string>

#include "ui/widgets/Page.h"

class QTabWidget;

namespace lockstep::ui {

/// Adds them, in this order, after what `tabs` has. They read the record when they are first shown, off this thread, and
/// again when the feed says that it went on.
void addRunTabs(QTabWidget& tabs, PageContext context, const std::string& run);

}  // namespace lockstep::ui
