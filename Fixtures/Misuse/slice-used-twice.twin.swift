import Pad

func encrypt(_ slice: consuming PadSlice, _ first: inout SecretBytes) {
  slice.combine(with: &first)
}
