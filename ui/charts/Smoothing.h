// The running mean that TensorBoard draws: last = s·last + (1−s)·y, shown divided by 1 − sⁿ, so that it starts at the first value.
// n counts finite values only; the others pass through.
#pragma once

#include <cmath>

namespace lockstep::ui {

class Smoothing {
 public:
  /// `weight` s: 0 … 1; at 1 the divisor is 1.
  explicit Smoothing(double weight) : m_weight(weight) {}
  [[nodiscard]] double weight() const { return m_weight; }
  double next(double value) {
    if (!std::isfinite(value)) return value;
    m_last = m_weight * m_last + (1 - m_weight) * value;
    m_power *= m_weight;
    return m_last / (m_power < 1 ? 1 - m_power : 1);
  }

 private:
  double m_weight;
  double m_last = 0;
  double m_power = 1;  ///< sⁿ
};

}  // namespace lockstep::ui
