// expect: 'slice' consumed in a loop
import Pad

func encrypt(_ slice: consuming PadSlice, _ text: inout MutableSpan<UInt8>) throws {
  for _ in 0..<2 {
    try slice.use { pad in try pad.combine(with: &text, at: 0) }
  }
}
