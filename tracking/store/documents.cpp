// The catalogue's documents: small texts are kept in the database, large ones (a patch) as files in the run's folder, which runs with
// the same text share by a hard link. Every text is checked against its hash when it is read.
#include <fstream>
#include <iterator>

#include "engine/core/sha256.h"
#include "tracking/store/catalogue.h"
#include "tracking/store/foreign_run.h"

namespace lockstep::tracking::store {
namespace fs = std::filesystem;
using engine::FileError;

namespace {

void check_name(std::string_view name) {
  if (!is_document_name(name)) {
    throw engine::ValueError({"store.document_name",
                              "\"{name}\" can't name a document: use letters, digits, '.', '_' and '-'",
                              {{"name", std::string(name)}}});
  }
}

[[noreturn]] void cannot_write(const fs::path& path, const std::string& reason) {
  throw FileError(
      {"store.write_file", "cannot write {path}: {reason}", {{"path", path_text(path)}, {"reason", reason}}});
}

void write_file(const fs::path& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  if (!file) cannot_write(path, "check the free space and the folder's permissions");
}

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw FileError({"store.read_file", "cannot read {path}, a document of the run", {{"path", path_text(path)}}});
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

void Catalogue::store_text(std::string_view sha256, std::string_view text) {
  SQLite::Statement insert(database_, "INSERT INTO texts(sha256, text) VALUES (?, ?) ON CONFLICT DO NOTHING");
  insert.bind(1, std::string(sha256));
  insert.bind(2, std::string(text));
  insert.exec();
}

std::vector<fs::path> Catalogue::files_with(std::string_view sha256) {
  SQLite::Statement select(
      database_, "SELECT id, documents.name FROM documents JOIN runs ON run = number WHERE sha256 = ? AND in_file");
  select.bind(1, std::string(sha256));
  std::vector<fs::path> found;
  while (select.executeStep())
    found.push_back(run_folder(select.getColumn(0).getString()) / "documents" / select.getColumn(1).getString());
  return found;
}

void Catalogue::write_document_file(std::string_view id, std::string_view name, std::string_view sha256,
                                    std::string_view text) {
  const fs::path folder = run_folder(id) / "documents";
  const fs::path path = folder / name;
  fs::path partial = path;
  partial += ".part";
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) cannot_write(folder, error.message());
  fs::remove(partial, error);
  bool linked = false;
  for (const fs::path& same : files_with(sha256)) {
    if (linked || same == path || fs::file_size(same, error) != text.size()) continue;
    fs::create_hard_link(same, partial, error);
    linked = !error;
  }
  if (!linked) write_file(partial, text);
  fs::rename(partial, path, error);
  if (error) cannot_write(path, error.message());
}

void Catalogue::put_document(std::string_view id, std::string_view name, std::string_view text) {
  check_name(name);
  const std::string sha256 = engine::sha256_hex(text);
  const bool in_file = text.size() > largest_document_in_catalogue;
  guarded(path_, [&] {
    if (in_file) write_document_file(id, name, sha256, text);
    WriteTransaction transaction(database_);
    if (!in_file) store_text(sha256, text);
    SQLite::Statement put(database_,
                          "INSERT OR REPLACE INTO documents(run, name, sha256, in_file) VALUES (?, ?, ?, ?)");
    put.bind(1, number_of(id));
    put.bind(2, std::string(name));
    put.bind(3, sha256);
    put.bind(4, in_file ? 1 : 0);
    put.exec();
    transaction.commit();
  });
}

std::vector<std::string> Catalogue::document_names(std::string_view id) {
  return guarded(path_, [&] {
    SQLite::Statement select(database_, "SELECT name FROM documents WHERE run = ? ORDER BY name");
    select.bind(1, number_of(id));
    std::vector<std::string> names;
    while (select.executeStep()) names.push_back(select.getColumn(0).getString());
    return names;
  });
}

std::optional<std::string> Catalogue::document(std::string_view id, std::string_view name) {
  return guarded(path_, [&]() -> std::optional<std::string> {
    SQLite::Statement select(
        database_,
        "SELECT in_file, sha256, text FROM documents LEFT JOIN texts USING (sha256) WHERE run = ? AND name = ?");
    select.bind(1, number_of(id));
    select.bind(2, std::string(name));
    if (!select.executeStep()) return std::nullopt;
    const bool in_file = select.getColumn(0).getInt() != 0;
    std::string text = in_file ? read_file(run_folder(id) / "documents" / name) : select.getColumn(2).getString();
    if (engine::sha256_hex(text) != select.getColumn(1).getString()) {
      throw FileError({"store.document_changed",
                       "the document \"{name}\" of run {run} is not what was recorded: its SHA-256 differs",
                       {{"name", std::string(name)}, {"run", std::string(id)}}});
    }
    return text;
  });
}

}  // namespace lockstep::tracking::store
