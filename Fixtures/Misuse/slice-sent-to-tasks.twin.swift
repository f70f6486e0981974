import Pad
import Synchronization

final class Once: Sendable {
  private let slice: Mutex<PadSlice?>

  init(_ slice: consuming sending PadSlice) { self.slice = Mutex(slice) }

  func encrypt(_ text: inout SecretBytes) throws {
    guard let taken = slice.withLock({ $0.take() }) else { return }
    try taken.use { pad in try text.withMutableBytes { try pad.combine(with: &$0, at: 0) } }
  }
}

func encrypt(
  _ slice: consuming sending PadSlice,
  _ run: (@escaping (inout SecretBytes) throws -> Void) -> Void
) {
  let once = Once(slice)
  run { try once.encrypt(&$0) }
}
