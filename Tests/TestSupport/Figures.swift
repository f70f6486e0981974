internal import Glibc

/// Figures from a run of the tests: printed at once, and kept in the file that `VERNAM_FIGURES`
/// names, from which `make test` prints a table at its end.
package enum Figures {
  package static func report(_ what: String, _ figure: String) {
    let line = "\(what): \(figure)\n"
    print(line, terminator: "")
    guard let path = getenv("VERNAM_FIGURES") else { return }
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    precondition(file >= 0, "VERNAM_FIGURES cannot be written")
    defer { close(file) }
    // One call, so that the lines of tests that run in parallel stay whole.
    let bytes = Array(line.utf8)
    precondition(write(file, bytes, bytes.count) == bytes.count)
  }
}
