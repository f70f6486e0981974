// expect: 'slice' consumed more than once
import Pad

func encrypt(_ slice: consuming PadSlice, _ first: inout SecretBytes, _ second: inout SecretBytes) {
  slice.combine(with: &first)
  slice.combine(with: &second)
}
