// Kills a training at random moments (training, writing a checkpoint at every step, committing), and looks at what is left:
//   bench_kill [KILLS]    100 by default; a few minutes. Prints one JSON object.
#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QThread>

#include <cstdio>

#include <nlohmann/json.hpp>

#include "tests/app/support_lockstep.h"

namespace {

using lockstep::test::Ran;
using lockstep::test::run_lockstep;

QStringList train(const QString& project) {
  return {"train", "preset:digits-mlp", "--json", "--project", project, "--set", "train.epochs=12", "--set", "train.checkpoint_interval=1"};
}

QByteArray series(const QString& project) { return run_lockstep({"metrics", "last", "train/loss", "batch_hash", "parameters", "--csv", "--project", project}).out; }

bool is_whole(const QString& database) {
  QProcess sqlite;
  sqlite.start("sqlite3", {database, "PRAGMA integrity_check"});
  sqlite.waitForFinished();
  return sqlite.readAllStandardOutput().trimmed() == "ok";
}

struct Counts {
  int killed = 0;      ///< while the run was there and not over
  int too_early = 0;   ///< before the run existed
  int too_late = 0;    ///< after its end
  int damaged = 0;     ///< databases
  int lost = 0;        ///< runs that have fewer points than the catalogue had counted, or other ones
  int not_resumed = 0;
  int not_identical = 0;
};

void look(const QString& project, const QByteArray& reference, const QString& parameters, Counts& counts) {
  const Ran listed = run_lockstep({"runs", "--json", "--project", project});
  if (listed.lines.isEmpty()) {
    ++counts.too_early;
    return;
  }
  const QJsonObject run = listed.last();
  if (run["status"].toString() == "finished") {
    ++counts.too_late;
    return;
  }
  ++counts.killed;
  if (!is_whole(project + "/lockstep.db") || !is_whole(project + "/runs/" + run["run"].toString() + "/series.db")) ++counts.damaged;
  const QByteArray recorded = series(project);
  // The catalogue counts a step after it was committed: each of those must be there, and be the uninterrupted run's.
  const auto points = recorded.isEmpty() ? 0 : recorded.count('\n') - 1;
  if (points < run["step"].toInt() || (points > 0 && !reference.startsWith(recorded))) ++counts.lost;
  const Ran resumed = run_lockstep({"resume", "last", "--json", "--project", project});
  if (resumed.code != 0) {
    ++counts.not_resumed;
    return;
  }
  if (resumed.event("end")["parameters"].toString() != parameters || series(project) != reference) ++counts.not_identical;
}

}  // namespace

int main(int argc, char** argv) {
  const QCoreApplication application(argc, argv);
  const int kills = argc > 1 ? std::atoi(argv[1]) : 100;
  const QTemporaryDir folder;
  QElapsedTimer timer;
  timer.start();
  const Ran whole = run_lockstep(train(folder.filePath("reference")));
  const auto milliseconds = static_cast<int>(timer.elapsed());
  const QByteArray reference = series(folder.filePath("reference"));
  Counts counts;
  QRandomGenerator random(1);
  for (int i = 0; counts.killed < kills && i < 4 * kills; ++i) {
    const QString project = folder.filePath(QString("killed-%1").arg(i));
    QProcess process;
    process.setStandardOutputFile(QProcess::nullDevice());
    process.start(lockstep::test::program(), train(project));
    process.waitForStarted();
    QThread::usleep(1000UL * static_cast<unsigned long>(random.bounded(milliseconds)) + random.bounded(1000U));
    process.kill();
    process.waitForFinished();
    look(project, reference, whole.event("end")["parameters"].toString(), counts);
    QDir(project).removeRecursively();
  }
  const nlohmann::ordered_json out{{"benchmark", "kill"}, {"killed", counts.killed}, {"before_the_run", counts.too_early}, {"after_its_end", counts.too_late}, {"damaged_databases", counts.damaged},
                                   {"runs_with_lost_points", counts.lost}, {"not_resumed", counts.not_resumed}, {"not_identical", counts.not_identical}, {"run_ms", milliseconds}};
  std::printf("%s\n", out.dump().c_str());
  return counts.damaged + counts.lost + counts.not_resumed + counts.not_identical == 0 ? 0 : 1;
}
