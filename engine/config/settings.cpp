#include "engine/config/settings.h"

#include <algorithm>
#include <tuple>

namespace lockstep::engine::config {

std::string Block::key(std::string_view field) const {
  std::string out(section->path);
  if (section->form == Form::list) out += (out.empty() ? "" : ".") + std::to_string(index);
  if (field.empty()) return out;
  if (!out.empty()) out += '.';
  return out + key_text(field);
}

Region Block::region_of(std::string_view field) const {
  const auto found = regions.find(field);
  return found == regions.end() ? region : found->second;
}

std::string Block::text(std::string_view field) const { return values.has(field) ? values.text(field) : std::string(); }

schema::Arguments arguments_of(const Block& block) {
  schema::Arguments out;
  if (block.spec == nullptr) return out;
  for (const schema::Field& field : block.spec->fields) {
    if (block.values.has(field.name)) out.set(std::string(field.name), block.values.values().find(field.name)->second);
  }
  return out;
}

Block* Settings::find(std::string_view section) {
  const auto found =
      std::find_if(blocks.begin(), blocks.end(), [&](const Block& b) { return b.section->path == section; });
  return found == blocks.end() ? nullptr : &*found;
}

const Block* Settings::find(std::string_view section) const {
  const auto found =
      std::find_if(blocks.begin(), blocks.end(), [&](const Block& b) { return b.section->path == section; });
  return found == blocks.end() ? nullptr : &*found;
}

std::vector<Block*> Settings::list(std::string_view section) {
  std::vector<Block*> out;
  for (Block& block : blocks) {
    if (block.section->path == section) out.push_back(&block);
  }
  return out;
}

std::vector<const Block*> Settings::list(std::string_view section) const {
  std::vector<const Block*> out;
  for (const Block& block : blocks) {
    if (block.section->path == section) out.push_back(&block);
  }
  return out;
}

void Errors::add(const Region& region, std::string key, Message message) {
  std::string file = region.origin == Origin::set ? "--set" : file_;
  items_.push_back({region, {std::move(file), region.line, region.column, std::move(key), std::move(message)}});
}

std::vector<ConfigError> Errors::take() {
  const auto place = [](const Item& item) {
    return std::tuple(item.region.origin, item.region.line == 0, item.region.line, item.region.column);
  };
  std::stable_sort(items_.begin(), items_.end(), [&](const Item& a, const Item& b) { return place(a) < place(b); });
  std::vector<ConfigError> out;
  for (Item& item : items_) out.push_back(std::move(item.error));
  items_.clear();
  return out;
}

std::filesystem::path absolute_path(const std::string& written, const std::filesystem::path& config) {
  const std::filesystem::path path(written);
  if (path.is_absolute()) return path.lexically_normal();
  std::error_code ignored;
  const std::filesystem::path folder = std::filesystem::absolute(config, ignored).parent_path();
  return (folder / path).lexically_normal();
}

}  // namespace lockstep::engine::config
