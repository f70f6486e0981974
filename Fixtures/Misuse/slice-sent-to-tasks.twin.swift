import Pad
import Synchronization

final class Once: Sendable {
  private let slice: Mutex<PadSlice?>

  init(_ slice: consuming sending PadSlice) { self.slice = Mutex(slice) }

  func combine(with text: inout SecretBytes) {
    guard let taken = slice.withLock({ $0.take() }) else { return }
    taken.combine(with: &text)
  }
}

func encrypt(
  _ slice: consuming sending PadSlice, _ run: (@escaping (inout SecretBytes) -> Void) -> Void
) {
  let once = Once(slice)
  run { once.combine(with: &$0) }
}
