import Pad

func encrypt(_ slice: consuming PadSlice, _ text: inout MutableSpan<UInt8>) throws {
  let moved = slice
  try moved.use { pad in try pad.combine(with: &text, at: 0) }
}
