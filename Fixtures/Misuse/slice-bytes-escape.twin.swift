import Pad

func encrypt(_ slice: consuming PadSlice, _ count: Int) throws -> SecretBytes {
  try slice.use { pad in
    var text = SecretBytes(count: count)
    try text.withMutableBytes { try pad.combine(with: &$0, at: 0) }
    return text
  }
}
