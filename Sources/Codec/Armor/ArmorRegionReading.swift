/// What became of one start of a message.
enum ArmorRegionReading {
  case whole(ArmorPart<[UInt8]>)
  case damaged(DamagedPart)
}
