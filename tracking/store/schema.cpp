// The SQL of the schemas. Times are UTC milliseconds; a seed's or a hash's u64 stands as the i64 of the same bits.
#include "tracking/store/schema.h"

namespace lockstep::tracking::store {
namespace {

constexpr const char* catalogue_1 = R"sql(
CREATE TABLE runs (
  number INTEGER PRIMARY KEY AUTOINCREMENT,  -- order of creation
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  notes TEXT NOT NULL,
  status TEXT NOT NULL,
  reason TEXT NOT NULL DEFAULT '',
  created INTEGER NOT NULL,
  started INTEGER,
  ended INTEGER,
  steps INTEGER,
  device TEXT,
  seed INTEGER,
  code_commit TEXT,
  dirty INTEGER,
  config_hash TEXT,
  data_fingerprint TEXT,
  parent TEXT NOT NULL DEFAULT '',
  relation TEXT NOT NULL DEFAULT '',
  trashed INTEGER
);
CREATE INDEX runs_by_name ON runs(name);
CREATE INDEX runs_by_parent ON runs(parent) WHERE parent <> '';
CREATE TABLE tags (
  run INTEGER NOT NULL REFERENCES runs(number) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  tag TEXT NOT NULL,
  PRIMARY KEY (run, place)
) WITHOUT ROWID;
-- Apart from `runs`, because it is written four times a second. The BLOB is described in metric_table.h.
CREATE TABLE progress (
  run INTEGER PRIMARY KEY REFERENCES runs(number) ON DELETE CASCADE,
  step INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  metrics BLOB NOT NULL
);
-- A document's text is in `texts`, or, when `in_file`, in runs/<id>/documents/<name>.
CREATE TABLE documents (
  run INTEGER NOT NULL REFERENCES runs(number) ON DELETE CASCADE,
  name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  in_file INTEGER NOT NULL,
  PRIMARY KEY (run, name)
) WITHOUT ROWID;
CREATE INDEX documents_by_text ON documents(sha256);
CREATE TABLE texts (sha256 TEXT PRIMARY KEY, text BLOB NOT NULL);
CREATE TABLE commands (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  run INTEGER NOT NULL REFERENCES runs(number) ON DELETE CASCADE,
  command TEXT NOT NULL,
  time INTEGER NOT NULL,
  taken INTEGER
);
CREATE INDEX commands_waiting ON commands(run) WHERE taken IS NULL;
)sql";

constexpr const char* series_1 = R"sql(
CREATE TABLE attempts (
  attempt INTEGER PRIMARY KEY,
  from_step INTEGER NOT NULL,
  last_step INTEGER,
  started INTEGER NOT NULL,
  ended INTEGER,
  host TEXT NOT NULL,
  pid INTEGER NOT NULL,
  status TEXT,
  reason TEXT NOT NULL DEFAULT ''
);
CREATE TABLE series (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, type INTEGER NOT NULL, axis INTEGER NOT NULL);
-- Folded columns, see chunk.h.
CREATE TABLE chunks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  series INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  last_step INTEGER NOT NULL,
  points INTEGER NOT NULL,
  data BLOB NOT NULL
);
CREATE INDEX chunks_by_series ON chunks(series, attempt, id);
-- What was committed since the last fold: one row a commit, all series.
CREATE TABLE tails (id INTEGER PRIMARY KEY AUTOINCREMENT, attempt INTEGER NOT NULL, data BLOB NOT NULL);
CREATE TABLE events (
  id INTEGER PRIMARY KEY,
  attempt INTEGER NOT NULL,
  time INTEGER NOT NULL,
  step INTEGER NOT NULL,
  severity INTEGER NOT NULL,
  code TEXT NOT NULL,
  text TEXT NOT NULL,
  arguments TEXT NOT NULL  -- JSON: [[name, value], …]
);
CREATE TABLE evaluations (
  id INTEGER PRIMARY KEY,
  attempt INTEGER NOT NULL,
  time INTEGER NOT NULL,
  step INTEGER NOT NULL,
  part TEXT NOT NULL,
  weights TEXT NOT NULL
);
CREATE TABLE evaluation_metrics (
  evaluation INTEGER NOT NULL REFERENCES evaluations(id),
  place INTEGER NOT NULL,
  key TEXT NOT NULL,
  bits INTEGER NOT NULL,  -- of the f64: SQLite would turn a NaN into NULL
  PRIMARY KEY (evaluation, place)
) WITHOUT ROWID;
CREATE TABLE checkpoints (
  kind TEXT PRIMARY KEY,
  step INTEGER NOT NULL,
  path TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  time INTEGER NOT NULL
) WITHOUT ROWID;
)sql";

// Whether a run repeated the one that it reproduces: "identical", "within_tolerance", "diverged".
constexpr const char* catalogue_2 = "ALTER TABLE runs ADD COLUMN verdict TEXT";

constexpr const char* catalogue_migrations[] = {catalogue_1, catalogue_2};
constexpr const char* series_migrations[] = {series_1};

constexpr Schema catalogue = {0x4C534B43, catalogue_migrations};  // "LSKC"
constexpr Schema series = {0x4C534B53, series_migrations};        // "LSKS"

}  // namespace

const Schema& catalogue_schema() { return catalogue; }
const Schema& series_schema() { return series; }

}  // namespace lockstep::tracking::store
