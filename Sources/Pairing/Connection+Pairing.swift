internal import Link

extension Connection {
  /// Reads exactly `count` bytes.
  func receive(_ count: Int) async throws(PairingError) -> [UInt8] {
    do throws(LinkError) { return try await read(exactly: count) } catch { throw .link(error) }
  }

  /// Returns once the bytes have left the process.
  func send(_ bytes: [UInt8]) async throws(PairingError) {
    do throws(LinkError) { try await write(bytes) } catch { throw .link(error) }
  }
}
