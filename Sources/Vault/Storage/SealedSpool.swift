// Invariant 7: plaintext too large for memory is sealed with AES-256-GCM under a key that exists
// only here.
internal import Pad
internal import Primitives
package import System

/// Secret bytes on disk: written from first to last, then read.
package final class SealedSpool: ByteSource {
  private static let pieceBytes = 64 << 10
  private static let sealedBytes = pieceBytes + AES256GCM.tagBytes

  private let file: any StoredFile
  private let key: SecretBytes
  private var cipher = AES256GCM()
  /// The piece being filled, or the last one read.
  private var piece = SecretBytes(count: pieceBytes)
  private var loaded: Int?
  package private(set) var count = 0
  private var isFinished = false

  init(_ file: any StoredFile, randomness: any Randomness) {
    self.file = file
    key = SecretBytes(random: AES256GCM.keyBytes, from: randomness)
  }

  package func append(_ bytes: Span<UInt8>) throws(SystemError) {
    precondition(!isFinished)
    var done = 0
    while done < bytes.count {
      let start = count % SealedSpool.pieceBytes
      let length = min(SealedSpool.pieceBytes - start, bytes.count - done)
      piece.withMutableBytes { $0.copy(bytes.extracting(done..<done + length), at: start) }
      done += length
      count += length
      if start + length == SealedSpool.pieceBytes { try store(count / SealedSpool.pieceBytes - 1) }
    }
  }

  /// Nothing can be appended after this.
  package func finish() throws(SystemError) {
    if count % SealedSpool.pieceBytes > 0 { try store(count / SealedSpool.pieceBytes) }
    isFinished = true
  }

  package func read(into bytes: inout MutableSpan<UInt8>, at offset: Int) throws(SystemError) {
    precondition(isFinished && offset + bytes.count <= count)
    var done = 0
    while done < bytes.count {
      let (number, start) = (offset + done).quotientAndRemainder(
        dividingBy: SealedSpool.pieceBytes)
      try load(number)
      let length = min(SealedSpool.pieceBytes - start, bytes.count - done)
      piece.withBytes { bytes.copy($0.extracting(start..<start + length), at: done) }
      done += length
    }
  }

  /// The nonce is the piece's number: each piece is sealed once.
  private func nonce(_ number: Int) -> [UInt8] { AES256GCM.nonce(UInt64(number)) }

  private func store(_ number: Int) throws(SystemError) {
    let nonce = nonce(number)
    var sealed = [UInt8](repeating: 0, count: SealedSpool.sealedBytes)
    var target = sealed.mutableSpan
    key.withBytes { key in
      piece.withBytes { text in
        cipher.seal(text, key: key, nonce: nonce, authenticating: [], into: &target)
      }
    }
    try file.write(sealed.span, at: number * SealedSpool.sealedBytes)
  }

  private func load(_ number: Int) throws(SystemError) {
    if loaded == number { return }
    loaded = nil
    let size = SealedSpool.sealedBytes
    let bytes = try VaultFile.read(size, of: file, at: number * size)
    let nonce = nonce(number)
    let isWhole = key.withBytes { key in
      piece.withMutableBytes { text in
        cipher.open(bytes.span, key: key, nonce: nonce, authenticating: [], into: &text)
      }
    }
    guard isWhole else { throw SystemError("read", file.path, code: SystemError.inputOutput) }
    loaded = number
  }
}

extension Vault {
  /// Room for secret bytes that do not fit in memory.
  package func sealedSpool() throws(VaultError) -> SealedSpool {
    SealedSpool(try spoolFile(), randomness: environment.randomness)
  }
}
