// expect: noncopyable 'slice' cannot be consumed when captured by an escaping closure
import Pad

func encrypt(_ slice: consuming PadSlice, _ run: (@escaping (inout SecretBytes) -> Void) -> Void) {
  run { slice.combine(with: &$0) }
}
