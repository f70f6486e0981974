internal import Link
package import QR
internal import Synchronization

/// A search for the codes of a message with the camera.
package final class Scan: Sendable {
  /// What the camera sees.
  @MainActor package private(set) var picture: GrayPicture?
  /// What the person can do, or how much of the message is there.
  @MainActor package private(set) var words =
    "Hold the code on the other screen in front of the camera"

  /// One thread: a camera sends its pictures to one search at a time.
  private static let executor = BlockingExecutor(threads: 1)
  private let isStopped = Atomic(false)
  /// Whether the main loop has taken the last picture; others are left out meanwhile.
  private let isTaken = Atomic(true)

  func stop() { isStopped.store(true, ordering: .relaxed) }

  /// Looks until a message is whole that is not among the `earlier` ones, or until the search is
  /// stopped. `changed` follows each picture that is to be shown; `then` gets what was seen, unless
  /// it was stopped.
  @MainActor func begin(
    _ environment: ProgramEnvironment, after earlier: [[UInt8]],
    changed: @escaping @MainActor @Sendable () -> Void,
    then: @escaping @MainActor @Sendable (Result<ScannedCodes, any Error>) -> Void
  ) {
    Task.detached(executorPreference: Scan.executor) { [self] in
      let result = Result { try look(environment, after: earlier, changed) }
      environment.mainLoop.post { [self] in
        if !isStopped.load(ordering: .relaxed) { then(result) }
      }
    }
  }

  private func look(
    _ environment: ProgramEnvironment, after earlier: [[UInt8]],
    _ changed: @escaping @MainActor @Sendable () -> Void
  ) throws -> ScannedCodes {
    let decoder = try environment.makeDecoder()
    let camera = try CodeCamera.first(environment.openCamera)
    var codes = ScannedCodes(after: earlier)
    while codes.packet == nil, !isStopped.load(ordering: .relaxed) {
      guard let picture = try camera.next() else { continue }
      for text in try decoder.texts(in: picture) { codes.add(text) }
      guard isTaken.exchange(false, ordering: .relaxed) else { continue }
      let parts = codes.parts
      environment.mainLoop.post { [self] in
        self.picture = picture
        if parts.found > 0 { words = "\(parts.found) of \(parts.all) codes scanned" }
        changed()
        isTaken.store(true, ordering: .relaxed)
      }
    }
    return codes
  }
}
