// PyTorch's goldens of tests/data/torch, in the scheme that make_goldens.py describes.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/tensor/tensor.h"

namespace lockstep::test {

/// One file of goldens: its cases with their settings, and their tensors "<case>/<name>".
class Goldens {
 public:
  /// `group`: "linear", "activations", …
  explicit Goldens(const std::string& group);
  ~Goldens();
  Goldens(const Goldens&) = delete;
  Goldens& operator=(const Goldens&) = delete;

  /// Names of all cases that begin with `prefix`, sorted.
  [[nodiscard]] std::vector<std::string> cases(const std::string& prefix = {}) const;
  [[nodiscard]] bool has(const std::string& name, const std::string& tensor) const;
  /// Throws std::out_of_range when there is none.
  [[nodiscard]] engine::Tensor tensor(const std::string& name, const std::string& tensor) const;
  /// A setting of a case (or `otherwise`): numbers and booleans as numbers; `path` may be "groups/0/betas/1".
  [[nodiscard]] double number(const std::string& name, const std::string& path, double otherwise) const;
  [[nodiscard]] std::string text(const std::string& name, const std::string& path, const std::string& otherwise = {}) const;

 private:
  struct Content;
  std::unique_ptr<Content> content_;
};

}  // namespace lockstep::test
