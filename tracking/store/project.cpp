// Project: ids, leases and folders around the catalogue.
#include "tracking/store/project.h"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>

#include "tracking/store/catalogue.h"
#include "tracking/store/metric_table.h"
#include "tracking/store/run_writer_impl.h"

namespace lockstep::tracking {
namespace fs = std::filesystem;
using engine::ValueError;
using store::Catalogue;

namespace {

/// YYYYMMDD-HHMMSS-xxxx in UTC; the last part is from the system's random source, for it decides no result.
std::string new_id() {
  const std::time_t now = static_cast<std::time_t>(now_ms() / 1000);
  std::tm utc = {};
  ::gmtime_r(&now, &utc);
  std::uint16_t random = 0;
  if (::getrandom(&random, sizeof random, 0) != sizeof random) random = static_cast<std::uint16_t>(now_ms());
  std::array<char, 32> stamp = {};
  const std::size_t size = std::strftime(stamp.data(), stamp.size(), "%Y%m%d-%H%M%S", &utc);
  std::array<char, 8> suffix = {};
  std::snprintf(suffix.data(), suffix.size(), "-%04x", random);
  return std::string(stamp.data(), size) + suffix.data();
}

std::string lower(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

/// Summaries of the metrics as they were at `step`, so that extremes of points that a resume hides don't stay.
std::vector<MetricSummary> metrics_until(const fs::path& run_folder, std::int64_t step) {
  RunReader reader(run_folder);
  std::vector<MetricSummary> metrics;
  for (const SeriesInfo& info : reader.series_list()) {
    if (info.type != SeriesType::real || info.axis != SeriesAxis::step) continue;
    const Series series = reader.series(info.key);
    MetricSummary summary = store::empty_summary(info.key);
    bool any = false;
    for (std::size_t i = 0; i < series.size() && series.steps[i] <= step; ++i) {
      store::add_point(summary, series.steps[i], series.value(i));
      any = true;
    }
    if (any) metrics.push_back(std::move(summary));
  }
  return metrics;
}

}  // namespace

bool RunFilter::matches(const RunSummary& run) const {
  if (status && run.status != *status) return false;
  if (!tag.empty() && std::find(run.tags.begin(), run.tags.end(), tag) == run.tags.end()) return false;
  if (text.empty()) return true;
  const std::string wanted = lower(text);
  const auto has = [&](const std::string& where) { return lower(where).find(wanted) != std::string::npos; };
  return has(run.id) || has(run.name) || has(run.notes) || std::any_of(run.tags.begin(), run.tags.end(), has);
}

struct Project::Impl {
  Impl(const fs::path& where, const ProjectOptions& options)
      : folder(fs::absolute(where).lexically_normal()),
        journal(options.rollback_journal ? store::Journal::rollback : store::Journal::automatic),
        catalogue(folder, options.create, journal) {
    if (catalogue.write_ahead_log()) return;
    notes.push_back({"store.rollback_journal",
                     "{path} uses SQLite's rollback journal, because the write-ahead log does not work there (a "
                     "network filesystem?): "
                     "it is safe, but programs may wait for each other",
                     {{"path", store::path_text(catalogue.path())}}});
  }

  fs::path folder;
  store::Journal journal;
  mutable Catalogue catalogue;
  std::vector<engine::Message> notes;

  /// A new run's id, with its folder made: making it is what keeps two processes from the same id.
  std::string make_run_folder() {
    std::error_code error;
    for (int attempt = 0; attempt < 1000; ++attempt) {
      const std::string id = new_id();
      fs::create_directories(folder / "runs", error);
      if (!error && fs::create_directory(catalogue.run_folder(id), error) && !error) {
        fs::create_directory(catalogue.run_folder(id) / "checkpoints", error);
      } else if (!error) {
        continue;
      }
      if (!error) return id;
      throw engine::FileError({"store.create_run",
                               "cannot create {path}: {reason}",
                               {{"path", store::path_text(catalogue.run_folder(id))}, {"reason", error.message()}}});
    }
    throw engine::FileError(
        {"store.create_run", "no free run id was found in {path}; try again", {{"path", store::path_text(folder)}}});
  }

  RunSummary find(std::string_view run, bool trashed) const {
    const std::vector<std::string> ids = catalogue.matches(run, trashed);
    if (ids.size() == 1) return catalogue.summary(ids.front());
    if (ids.empty() && run == "last") {
      throw ValueError(
          {"store.no_runs", "there are no runs in {project} yet", {{"project", store::path_text(folder)}}});
    }
    if (ids.empty()) store::throw_no_such_run(run, folder);
    std::string list;
    constexpr std::size_t shown = 10;
    for (std::size_t i = 0; i < std::min(ids.size(), shown); ++i) list += (i == 0 ? "" : ", ") + ids[i];
    if (ids.size() > shown) list += ", and " + std::to_string(ids.size() - shown) + " more";
    throw ValueError({"store.ambiguous_run",
                      "\"{run}\" begins the ids of {count} runs: {ids}; give more of the id",
                      {{"run", std::string(run)}, {"count", std::to_string(ids.size())}, {"ids", list}}});
  }

  void purge_one(const std::string& id) {
    if (!catalogue.is_trashed(id)) {
      throw ValueError({"store.not_in_trash", "run {run} is not in the trash; delete it first", {{"run", id}}});
    }
    std::error_code error;
    fs::remove_all(catalogue.run_folder(id), error);
    if (error) {
      throw engine::FileError({"store.purge",
                               "cannot delete {path}: {reason}",
                               {{"path", store::path_text(catalogue.run_folder(id))}, {"reason", error.message()}}});
    }
    catalogue.erase(id);
  }
};

Project::Project(const fs::path& folder, ProjectOptions options) : impl_(std::make_unique<Impl>(folder, options)) {}
Project::~Project() = default;
Project::Project(Project&&) noexcept = default;
Project& Project::operator=(Project&&) noexcept = default;

const fs::path& Project::folder() const noexcept { return impl_->folder; }
const std::vector<engine::Message>& Project::notes() const noexcept { return impl_->notes; }
fs::path Project::run_folder(std::string_view id) const { return impl_->catalogue.run_folder(id); }

std::unique_ptr<RunWriter> Project::create_run(const RunDraft& draft) {
  const std::string id = impl_->make_run_folder();
  store::Lease lease(run_folder(id));  // before the row: nobody may see the run without its lease
  impl_->catalogue.insert(id, draft, Status::preparing);
  return std::make_unique<RunWriter>(WriterStart{impl_->folder, id, std::move(lease), impl_->journal, 0, {}});
}

std::string Project::enqueue_run(const RunDraft& draft) {
  std::string id = impl_->make_run_folder();
  impl_->catalogue.insert(id, draft, Status::queued);
  return id;
}

std::unique_ptr<RunWriter> Project::open_writer(std::string_view id, std::int64_t from_step) {
  const std::string run = impl_->catalogue.summary(id).id;
  if (impl_->catalogue.is_trashed(run)) {
    throw ValueError({"store.in_trash", "run {run} is in the trash; restore it first", {{"run", run}}});
  }
  store::Lease lease(run_folder(run));
  impl_->catalogue.take_commands(run, std::numeric_limits<std::int64_t>::max());  // meant for the attempt before
  std::vector<MetricSummary> metrics = metrics_until(run_folder(run), from_step);
  impl_->catalogue.set_status(run, Status::preparing, {});
  return std::make_unique<RunWriter>(
      WriterStart{impl_->folder, run, std::move(lease), impl_->journal, from_step, std::move(metrics)});
}

std::vector<RunSummary> Project::runs() const { return impl_->catalogue.summaries(Catalogue::Which::kept); }
std::vector<RunSummary> Project::trash() const { return impl_->catalogue.summaries(Catalogue::Which::trashed); }
RunSummary Project::find(std::string_view run) const { return impl_->find(run, false); }
RunSummary Project::find_in_trash(std::string_view run) const { return impl_->find(run, true); }
RunSummary Project::summary(std::string_view id) const { return impl_->catalogue.summary(id); }
std::vector<std::string> Project::children(std::string_view id, std::string_view relation) const {
  return impl_->catalogue.children(id, relation);
}
std::vector<std::string> Project::document_names(std::string_view id) const {
  return impl_->catalogue.document_names(id);
}
std::optional<std::string> Project::document(std::string_view id, std::string_view name) const {
  return impl_->catalogue.document(id, name);
}
RunReader Project::reader(std::string_view id) const { return RunReader(run_folder(impl_->catalogue.summary(id).id)); }
bool Project::changed() { return impl_->catalogue.changed(); }

void Project::send(std::string_view id, Command command) {
  const std::string run(id);
  if (command == Command::stop &&
      impl_->catalogue.replace_status(run, Status::queued, Status::stopped, "stopped before it started"))
    return;
  const Status status = summary(run).status;
  if (!is_live(status)) {
    throw ValueError({"store.not_running",
                      "run {run} can't take the command {command}: it is {status}",
                      {{"run", run},
                       {"command", std::string(command_name(command))},
                       {"status", std::string(status_name(status))}}});
  }
  impl_->catalogue.send(run, command);
}

void Project::edit(std::string_view id, const RunEdit& edit) { impl_->catalogue.edit(id, edit); }
void Project::set_verdict(std::string_view id, std::string_view verdict, std::string_view document) {
  impl_->catalogue.put_document(id, "verdict.json", document);
  impl_->catalogue.set_verdict(id, verdict);
}

void Project::remove(std::span<const std::string> ids) {
  for (const std::string& id : ids) {
    const Status status = summary(id).status;
    if (!is_live(status)) continue;
    throw ValueError({"store.live_run",
                      "run {run} is {status} and can't be deleted; stop it first",
                      {{"run", id}, {"status", std::string(status_name(status))}}});
  }
  impl_->catalogue.set_trashed(ids, now_ms());
}

void Project::restore(std::span<const std::string> ids) { impl_->catalogue.set_trashed(ids, std::nullopt); }

std::size_t Project::purge() {
  std::vector<std::string> ids;
  for (const RunSummary& run : trash()) ids.push_back(run.id);
  return purge(ids);
}

std::size_t Project::purge(std::span<const std::string> ids) {
  for (const std::string& id : ids) impl_->purge_one(id);
  return ids.size();
}

std::vector<std::string> Project::mark_interrupted() {
  std::vector<std::string> marked;
  for (const RunSummary& run : impl_->catalogue.summaries(Catalogue::Which::all)) {
    if (run.status != Status::interrupted || impl_->catalogue.stored_status(run.id) == Status::interrupted) continue;
    try {
      const store::Lease lease(run_folder(run.id));  // keeps a resume from beginning meanwhile
      if (!is_live(impl_->catalogue.stored_status(run.id))) continue;
      impl_->catalogue.set_status(run.id, Status::interrupted, run.reason, run.ended);
      marked.push_back(run.id);
    } catch (const ValueError&) {
      continue;  // resumed just now
    }
  }
  return marked;
}

}  // namespace lockstep::tracking
