// expect: 'slice' is borrowed and cannot be consumed
import Pad

func encrypt(_ slice: borrowing PadSlice, _ text: inout MutableSpan<UInt8>) throws {
  let copy = slice
  try copy.use { pad in try pad.combine(with: &text, at: 0) }
}
