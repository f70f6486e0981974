// expect: 'slice' consumed in a loop
import Pad

func encrypt(_ slice: consuming PadSlice, _ text: inout SecretBytes) {
  for _ in 0..<2 { slice.combine(with: &text) }
}
