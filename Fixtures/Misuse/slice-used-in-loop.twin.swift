import Pad

func encrypt(_ sources: [any SliceSource], _ text: inout MutableSpan<UInt8>) throws {
  for source in sources {
    let slice = PadSlice(source)
    try slice.use { pad in try pad.combine(with: &text, at: 0) }
  }
}
