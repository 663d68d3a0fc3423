// The actions of the Runs page.
#pragma once

#include "ui/pages/runs/RunsPage.h"

namespace lockstep::ui {

struct RunsPage::Actions {
  QAction *open, *check, *uncheckAll, *rename, *trash, *copy, *copyIds;
  QAction *pause, *stop, *resume, *duplicate, *folder;
  QAction *find, *clearFilter, *columns, *moveLeft, *moveRight, *pin, *sort;
  QAction *details, *preview, *undo, *showTrash, *example, *config;
};

}  // namespace lockstep::ui
