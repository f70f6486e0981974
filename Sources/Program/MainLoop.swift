/// The loop of the main thread, where results of work beside it come back. A task that is isolated
/// to the main actor would wait forever: GTK's loop runs no tasks.
package protocol MainLoop: Sendable {
  /// Runs the work on the main thread, soon, and after whatever was posted before.
  func post(_ work: @escaping @MainActor @Sendable () -> Void)
}
