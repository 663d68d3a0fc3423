// The one translation unit of these tests that knows JSON.
#include "support_goldens.h"

#include <cstdlib>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "engine/io/safetensors.h"
#include "op_test.h"

namespace lockstep::test {

struct Goldens::Content {
  engine::io::Safetensors file;
  nlohmann::json cases;
};

namespace {

const nlohmann::json* find(const nlohmann::json& cases, const std::string& name, const std::string& path) {
  const nlohmann::json::json_pointer pointer("/" + path);
  const auto found = cases.find(name);
  return found != cases.end() && found->contains(pointer) ? &found->at(pointer) : nullptr;
}

}  // namespace

Goldens::Goldens(const std::string& group) : content_(std::make_unique<Content>()) {
  // On a machine without the checkout the data lie elsewhere.
  const char* const elsewhere = std::getenv("LOCKSTEP_TEST_DATA");
  const std::string folder = elsewhere == nullptr ? std::string(LOCKSTEP_SOURCE_DIR "/tests/data") : std::string(elsewhere);
  content_->file = engine::io::read_safetensors(folder + "/torch/" + group + ".safetensors");
  content_->cases = nlohmann::json::parse(content_->file.metadata.at("cases"));
}

Goldens::~Goldens() = default;

std::vector<std::string> Goldens::cases(const std::string& prefix) const {
  std::vector<std::string> names;
  for (const auto& [name, settings] : content_->cases.items()) {
    if (name.starts_with(prefix)) names.push_back(name);
  }
  return names;
}

bool Goldens::has(const std::string& name, const std::string& tensor) const { return content_->file.tensors.contains(name + "/" + tensor); }

engine::Tensor Goldens::tensor(const std::string& name, const std::string& tensor) const {
  const auto found = content_->file.tensors.find(name + "/" + tensor);
  if (found == content_->file.tensors.end()) throw std::out_of_range("no golden " + name + "/" + tensor);
  return engine::Tensor::from_host(found->second, test_device());
}

double Goldens::number(const std::string& name, const std::string& path, double otherwise) const {
  const nlohmann::json* value = find(content_->cases, name, path);
  if (value == nullptr || value->is_null()) return otherwise;
  return value->is_boolean() ? (value->get<bool>() ? 1.0 : 0.0) : value->get<double>();
}

std::string Goldens::text(const std::string& name, const std::string& path, const std::string& otherwise) const {
  const nlohmann::json* value = find(content_->cases, name, path);
  return value != nullptr && value->is_string() ? value->get<std::string>() : otherwise;
}

}  // namespace lockstep::test
