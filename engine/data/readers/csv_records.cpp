// The splitting of CSV text into records and fields.
#include "engine/data/readers/csv.h"

namespace lockstep::engine::data {

void CsvRecords::end_of_line() {
  if (at_ < text_.size() && text_[at_] == '\r') ++at_;
  if (at_ < text_.size()) {
    ++at_;
    ++line_;
  }
}

void CsvRecords::quoted_field() {
  const std::size_t begin = arena_.size();
  ++at_;
  for (;;) {
    if (at_ >= text_.size()) {
      error_ = "a quoted field that does not end";
      break;
    }
    const char c = text_[at_++];
    if (c == '\n') ++line_;
    if (c != '"') {
      arena_ += c;
    } else if (at_ < text_.size() && text_[at_] == '"') {
      arena_ += '"';
      ++at_;
    } else {
      break;
    }
  }
  pieces_.push_back({begin, arena_.size() - begin, true});
  const auto ends = [&] {
    if (at_ >= text_.size() || text_[at_] == ',' || text_[at_] == '\n') return true;
    return text_[at_] == '\r' && (at_ + 1 == text_.size() || text_[at_ + 1] == '\n');
  };
  if (!ends() && error_ == nullptr) error_ = "text after a closing quote";
  while (!ends()) ++at_;
}

void CsvRecords::plain_field() {
  const std::size_t begin = at_;
  while (at_ < text_.size() && text_[at_] != ',' && text_[at_] != '\n') ++at_;
  std::size_t end = at_;
  if (end > begin && text_[end - 1] == '\r' && (at_ == text_.size() || text_[at_] == '\n')) --end;
  pieces_.push_back({begin, end - begin, false});
}

bool CsvRecords::next() {
  while (at_ < text_.size() && (text_[at_] == '\n' || text_[at_] == '\r')) {  // empty lines
    if (text_[at_++] == '\n') ++line_;
  }
  if (at_ >= text_.size()) return false;
  record_line_ = line_;
  error_ = nullptr;
  pieces_.clear();
  arena_.clear();
  for (;;) {
    if (at_ < text_.size() && text_[at_] == '"') quoted_field();
    else plain_field();
    if (at_ >= text_.size() || text_[at_] != ',') break;
    ++at_;
  }
  end_of_line();
  fields_.clear();
  for (const Piece& piece : pieces_) fields_.push_back((piece.unescaped ? std::string_view(arena_) : text_).substr(piece.begin, piece.size));
  return true;
}

}  // namespace lockstep::engine::data
