/// The result of reading from one start of a message.
enum ArmorRegionReading {
  case whole(ArmorPart<[UInt8]>)
  case damaged(DamagedPart)
}
