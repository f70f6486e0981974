extension MutableSpan<UInt8> {
  /// A part of the bytes, for someone else to write.
  @_lifetime(&self)
  package mutating func part(_ range: Range<Int>) -> MutableSpan<UInt8> {
    _mutatingExtracting(range)
  }
}
