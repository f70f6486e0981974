internal import CGTK

/// Work for the main loop, from any thread.
package enum Idle {
  private final class Work: Sendable {
    let body: @MainActor @Sendable () -> Void
    init(_ body: @escaping @MainActor @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on the main thread again and again, about so often.
  package static func every(
    milliseconds: UInt32, _ body: @escaping @MainActor @Sendable () -> Void
  ) {
    let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
    unsafe g_timeout_add_full(
      G_PRIORITY_DEFAULT, milliseconds,
      { context in
        let work = unsafe Unmanaged<Work>.fromOpaque(context!).takeUnretainedValue()
        MainActor.assumeIsolated { work.body() }
        return 1
      }, work, { context in unsafe Unmanaged<Work>.fromOpaque(context!).release() })
  }

  /// Runs `body` on the main thread, after whatever was posted before.
  package static func post(_ body: @escaping @MainActor @Sendable () -> Void) {
    add(G_PRIORITY_DEFAULT, body)
  }

  /// Runs `body` on the main thread once it has nothing else to do, not even to draw.
  package static func postLast(_ body: @escaping @MainActor @Sendable () -> Void) {
    add(G_PRIORITY_LOW, body)
  }

  private static func add(_ priority: Int32, _ body: @escaping @MainActor @Sendable () -> Void) {
    let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
    unsafe g_idle_add_full(
      priority,
      { context in
        let work = unsafe Unmanaged<Work>.fromOpaque(context!).takeRetainedValue()
        MainActor.assumeIsolated { work.body() }
        return 0
      }, work, nil)
  }
}
