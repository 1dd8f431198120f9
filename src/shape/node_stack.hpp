// The explicit stack of the tree walks: on the call stack for any sane tree, on the heap for hostile ones.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace surefoot {

template <class T, std::size_t kInline = 64>
class NodeStack {
 public:
  void push(const T& v) {
    if (size_ < kInline)
      inline_[size_] = v;
    else
      spill_.push_back(v);
    ++size_;
  }
  T pop() {
    --size_;
    if (size_ < kInline) return inline_[size_];
    const T v = spill_.back();
    spill_.pop_back();
    return v;
  }
  [[nodiscard]] bool empty() const { return size_ == 0; }

 private:
  // Not value-initialised: a walk touches only what it pushed.
  std::array<T, kInline> inline_;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  std::size_t size_ = 0;
  std::vector<T> spill_;
};

}  // namespace surefoot
