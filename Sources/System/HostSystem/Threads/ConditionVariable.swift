import Glibc

/// A condition that threads wait for without a file descriptor, so that it can always be created.
final class ConditionVariable: Sendable {
  // Addresses, because neither may move in memory once it is initialised.
  private let mutexAddress: UInt
  private let signalAddress: UInt

  init() {
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    let signal = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe signal.initialize(to: pthread_cond_t())
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    // The wall clock may be set while a thread waits.
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(signal, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
    mutexAddress = UInt(bitPattern: mutex)
    signalAddress = UInt(bitPattern: signal)
  }

  deinit {
    guard let mutex = unsafe mutex, let signal = unsafe signal else { return }
    unsafe pthread_cond_destroy(signal)
    unsafe pthread_mutex_destroy(mutex)
    unsafe signal.deallocate()
    unsafe mutex.deallocate()
  }

  private var mutex: UnsafeMutablePointer<pthread_mutex_t>? { unsafe UnsafeMutablePointer(bitPattern: mutexAddress) }
  private var signal: UnsafeMutablePointer<pthread_cond_t>? { unsafe UnsafeMutablePointer(bitPattern: signalAddress) }

  /// Changes the condition's state, and wakes the waiting threads.
  func change(_ change: () -> Void) {
    guard let mutex = unsafe mutex, let signal = unsafe signal else { return }
    unsafe pthread_mutex_lock(mutex)
    change()
    unsafe pthread_mutex_unlock(mutex)
    // With the mutex locked, each would wake only to wait for that.
    unsafe pthread_cond_broadcast(signal)
  }

  /// Waits until `isSo` returns true, for at most `milliseconds`; `nil` means no limit.
  func wait(milliseconds: Int32?, until isSo: () -> Bool) {
    var deadline = timespec(.monotonic + .milliseconds(milliseconds ?? 0))
    guard let mutex = unsafe mutex, let signal = unsafe signal else { return }
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while !isSo() {
      if milliseconds == nil {
        unsafe pthread_cond_wait(signal, mutex)
      } else if unsafe pthread_cond_timedwait(signal, mutex, &deadline) == ETIMEDOUT {
        return
      }
    }
  }
}
