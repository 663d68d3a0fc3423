// The program's own icons: SVG drawn in black in resources/icons, painted in the palette's colour of the moment.
#pragma once

#include <QIcon>
#include <QString>

namespace lockstep::ui {

/// `name`: a file of resources/icons without ".svg": "play", "pause", "stop", "plus", …
[[nodiscard]] QIcon icon(const QString& name);

}  // namespace lockstep::ui
