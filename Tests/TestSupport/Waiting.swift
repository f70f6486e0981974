import Glibc

/// What a test waited for did not happen in time.
package struct NeverHappened: Error {
  package let what: String
}

/// Looks again and again until `condition` holds. The limit is far beyond what a slow machine needs.
package func wait(
  for what: String, within limit: Duration = .seconds(120), until condition: () throws -> Bool
) throws {
  let end = ContinuousClock.now + limit
  while try !condition() {
    if ContinuousClock.now > end { throw NeverHappened(what: what) }
    usleep(5000)
  }
}

/// The same without blocking a thread.
package func eventually(
  _ what: String, within limit: Duration = .seconds(120), _ condition: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + limit
  while try await !condition() {
    if ContinuousClock.now > end { throw NeverHappened(what: what) }
    try await Task.sleep(for: .milliseconds(2))
  }
}
