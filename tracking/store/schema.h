// The tables of the two databases, by version. Released migrations are never edited: a change is one more entry at the end,
// and a database of the version before goes to tests/data/store. Internal to tracking/store.
#pragma once

#include "tracking/store/database.h"

namespace lockstep::tracking::store {

[[nodiscard]] const Schema& catalogue_schema();  ///< lockstep.db
[[nodiscard]] const Schema& series_schema();     ///< runs/<id>/series.db

}  // namespace lockstep::tracking::store
