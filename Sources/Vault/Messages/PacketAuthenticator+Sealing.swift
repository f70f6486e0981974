internal import Codec
internal import Pad
internal import System

extension PacketAuthenticator {
  /// Authenticates the ciphertext of a message, `count` bytes, each piece on a second processor while
  /// `make` makes the next one. Returns the tag.
  ///
  /// - Parameters:
  ///   - offset: of the ciphertext in its file. Writes that begin in mid-page cost more, so that all
  ///     pieces but the first begin at a multiple of `pieceBytes` there.
  ///   - make: fills a piece with the ciphertext from this offset on, counted from its beginning.
  consuming func authenticate(
    _ count: Int, from offset: Int, pieceBytes: Int,
    _ make: (inout MutableSpan<UInt8>, Int) throws(SystemError) -> Void
  ) throws(SystemError) -> [UInt8] {
    let size = min(count, pieceBytes)
    var next = SecretBytes(count: size)
    var last = SecretBytes(count: size)
    var (done, waiting) = (0, 0)
    while done < count {
      let length = min(count - done, pieceBytes - (offset + done) % pieceBytes)
      func makeNext() throws(SystemError) {
        try next.withMutableBytes { bytes throws(SystemError) in
          var piece = bytes.part(0..<length)
          try make(&piece, done)
        }
      }
      // A short message needs no second thread.
      if waiting == 0 {
        try makeNext()
      } else {
        try inParallel(makeNext) { last.withBytes { update($0.extracting(first: waiting)) } }
      }
      swap(&next, &last)
      waiting = length
      done += length
    }
    last.withBytes { update($0.extracting(first: waiting)) }
    return finish()
  }
}
