// expect: 'slice' consumed more than once
import Pad

func encrypt(
  _ slice: consuming PadSlice, _ first: inout MutableSpan<UInt8>, _ second: inout MutableSpan<UInt8>
) throws {
  try slice.use { pad in try pad.combine(with: &first, at: 0) }
  try slice.use { pad in try pad.combine(with: &second, at: 0) }
}
