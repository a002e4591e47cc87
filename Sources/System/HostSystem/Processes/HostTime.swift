import Glibc

/// The clock of this machine that runs on while it sleeps (CLOCK_BOOTTIME).
package enum HostTime {
  /// How long ago the machine was started.
  package static var now: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
