// Waiting for another thread that is about to be done.
#pragma once

#include <thread>

namespace surefoot {

/// Looks again and again for a few microseconds, and then lets others have the processor in between: where there are
/// fewer processors than threads, the one that is waited for may need this one.
class Spin {
 public:
  void wait() {
    if (count_ < kPauses) {
      ++count_;
      pause();
    } else {
      std::this_thread::yield();
    }
  }

 private:
  /// Some 30 µs; longer than what one body takes, shorter than a switch of processes and back.
  static constexpr int kPauses = 2000;

  static void pause() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
  }

  int count_ = 0;
};

}  // namespace surefoot
