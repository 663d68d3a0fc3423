#include "tracking/analysis/patch_text.h"

#include <charconv>

namespace lockstep::tracking {

namespace {

constexpr std::string_view file_header = "diff --git ";

/// The next line without its end; `text` becomes the rest.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

/// "a/x b/y" -> y; names with blanks are the same on both sides unless renamed, which the later lines say.
std::string path_of_header(std::string_view header) {
  const std::size_t at = header.rfind(" b/");
  return std::string(at == std::string_view::npos ? header : header.substr(at + 3));
}

std::string_view without_prefix(std::string_view path) { return path.starts_with("a/") || path.starts_with("b/") ? path.substr(2) : path; }

/// The first line of the commit's side in "@@ -12,7 +12,9 @@", or -1.
std::int64_t old_start(std::string_view hunk) {
  const std::size_t at = hunk.find('-');
  std::int64_t number = -1;
  if (at == std::string_view::npos) return -1;
  const std::string_view digits = hunk.substr(at + 1);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return error == std::errc() && number >= 0 && number < (std::int64_t{1} << 40) ? number : -1;
}

/// Reads one file's lines one after the other.
class FileReader {
 public:
  explicit FileReader(std::string_view header) : path_(path_of_header(header)) {}

  void line(std::string_view text) {
    if (text.starts_with("@@")) {
      begin_hunk(text);
    } else if (in_hunk_) {
      hunk_line(text);
    } else {
      header_line(text);
    }
  }
  [[nodiscard]] const std::string& path() const { return path_; }
  FilePatch take() { return std::move(file_); }

 private:
  void keep(std::string_view text) { file_.whole.append(text).push_back('\n'); }

  void begin_hunk(std::string_view text) {
    const std::int64_t start = old_start(text);
    in_hunk_ = start >= 0;
    // "-0,0" stands before line 1, and "-5,0" after line 5: git counts an empty side by the line before it.
    const bool empty = text.find(",0 +") != std::string_view::npos;
    next_ = empty ? start + 1 : start;
    keep("@@");
  }

  void hunk_line(std::string_view text) {
    keep(text);
    const char tag = text.empty() ? ' ' : text.front();
    const std::string content(text.empty() ? text : text.substr(1));
    if (tag == '+') {
      file_.inserted[next_ - 1].push_back(content);
    } else if (tag == ' ' || tag == '-') {
      file_.base[next_] = content;
      if (tag == '-') file_.removed[next_] = true;
      ++next_;
    }
  }

  void header_line(std::string_view text) {
    if (text.starts_with("index ")) return;  // hashes of blobs: other ones with every other change
    keep(text);
    if (text.starts_with("GIT binary patch") || text.starts_with("Binary files ")) file_.binary = true;
    if (text.starts_with("rename to ")) path_ = std::string(text.substr(10));
    for (const std::string_view side : {"--- ", "+++ "}) {
      if (text.starts_with(side) && text.substr(4) != "/dev/null") path_ = std::string(without_prefix(text.substr(4)));
    }
  }

  std::string path_;
  FilePatch file_;
  bool in_hunk_ = false;
  std::int64_t next_ = 0;
};

}  // namespace

std::map<std::string, FilePatch> parse_patch(std::string_view patch) {
  std::map<std::string, FilePatch> files;
  while (!patch.empty()) {
    std::string_view line = take_line(patch);
    if (!line.starts_with(file_header)) continue;
    FileReader reader(line.substr(file_header.size()));
    while (!patch.empty() && !patch.starts_with(file_header)) reader.line(take_line(patch));
    files.insert_or_assign(reader.path(), reader.take());
  }
  return files;
}

}  // namespace lockstep::tracking
