// expect: noncopyable 'slice' cannot be consumed when captured by an escaping closure
import Pad

func encrypt(
  _ slice: consuming PadSlice, _ run: (@escaping (inout SecretBytes) throws -> Void) -> Void
) {
  run { text in
    try slice.use { pad in try text.withMutableBytes { try pad.combine(with: &$0, at: 0) } }
  }
}
