internal import System

/// A name that no file in a folder has.
enum FreeName {
  private static let mostNumbers = 1000

  /// The name itself or, if that is taken, with a number.
  static func like(
    _ name: String, in folder: String, on storage: any Storage
  ) throws(SystemError) -> String {
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    var (stem, ending) = (name[..<dot], name[dot...])
    // Room for the number: names have at most 255 bytes.
    while stem.utf8.count > 1, stem.utf8.count + ending.utf8.count > 240 { stem.removeLast() }
    while ending.utf8.count > 240 { ending.removeLast() }
    for number in 1..<mostNumbers {
      let tried = number == 1 ? name : "\(stem) (\(number))\(ending)"
      if try storage.attributes(at: "\(folder)/\(tried)") == nil { return tried }
    }
    throw SystemError("create", "\(folder)/\(name)", code: SystemError.exists)
  }
}
