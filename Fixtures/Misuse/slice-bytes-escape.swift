// expect: 'pad' is borrowed and cannot be consumed
import Pad

func keep(_ slice: consuming PadSlice) -> PadBytes {
  slice.use { pad in pad }
}
