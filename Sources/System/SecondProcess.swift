/// This same program, run once more.
package enum SecondProcess {
  /// Runs it with nothing to read or write, and waits. Whether it ended with success.
  package static func succeeds(_ arguments: [String]) -> Bool {
    (try? ChildProgram("/proc/self/exe", arguments, .none))?.finish() == 0
  }
}
