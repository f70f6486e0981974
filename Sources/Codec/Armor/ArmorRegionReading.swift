/// What became of one start of a message.
enum ArmorRegionReading {
  case whole(ArmorPart)
  case damaged(DamagedPart)
}
