/// What is done with a book or a pad whose file was copied, restored or moved, or whose counter is
/// gone.
enum AdoptionPolicy {
  case refuse
  /// The person said so: its file and its counter are recorded anew.
  case adopt
}
