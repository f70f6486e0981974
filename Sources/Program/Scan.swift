internal import Link
package import QR
internal import Synchronization

/// A search for the codes of a message with the camera. Its thread begins and ends with it.
package final class Scan: Sendable {
  /// What the camera sees.
  @MainActor package private(set) var picture: GrayPicture?
  /// What the person can do, or how much of the message is there.
  @MainActor package private(set) var words =
    "Hold the code on the other screen in front of the camera"

  /// One thread: a camera sends its pictures to one search at a time.
  private static let executor = BlockingExecutor(threads: 1)
  private let isStopped = Atomic(false)
  /// Whether the last picture has been shown; others are left out meanwhile.
  private let isShown = Atomic(true)

  func stop() { isStopped.store(true, ordering: .relaxed) }

  /// Looks until the message is whole, or until the search is stopped. `changed` follows each picture
  /// that is to be shown; `then` gets the text that the codes make, unless it was stopped.
  @MainActor func begin(
    _ environment: ProgramEnvironment, changed: @escaping @MainActor @Sendable () -> Void,
    then: @escaping @MainActor @Sendable (Result<[UInt8], any Error>) -> Void
  ) {
    Task.detached(executorPreference: Scan.executor) { [self] in
      let result = Result { try look(environment, changed) }
      environment.mainLoop.post { [self] in
        if !isStopped.load(ordering: .relaxed) { then(result) }
      }
    }
  }

  private func look(
    _ environment: ProgramEnvironment, _ changed: @escaping @MainActor @Sendable () -> Void
  ) throws -> [UInt8] {
    let decoder = try QRDecoder()
    let camera = try CodeCamera.first(environment.openCamera)
    var codes = ScannedCodes()
    while !codes.isWhole, !isStopped.load(ordering: .relaxed) {
      guard let picture = try camera.next() else { continue }
      for text in decoder.texts(in: picture) { codes.add(text) }
      guard isShown.exchange(false, ordering: .relaxed) else { continue }
      let parts = codes.parts
      environment.mainLoop.post { [self] in
        self.picture = picture
        if parts.found > 0 { words = "\(parts.found) of \(parts.all) codes scanned" }
        changed()
        isShown.store(true, ordering: .relaxed)
      }
    }
    return codes.text
  }
}
