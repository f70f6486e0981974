internal import System

/// The rest of a path that a person has begun to type, as a shell finds it when Tab is pressed.
struct PathCompletion {
  /// What follows the beginning for certain.
  let rest: String
  /// The names to choose from if nothing is certain; those of folders end with a slash.
  let choices: [String]

  /// Nil if nothing there begins like this.
  init?(_ beginning: String, on storage: any Storage) {
    let slash = beginning.lastIndex(of: "/").map { beginning.index(after: $0) }
    let folder = String(beginning[..<(slash ?? beginning.startIndex)])
    let start = beginning[(slash ?? beginning.startIndex)...]
    let all = (try? storage.list(folder.isEmpty ? "." : folder)) ?? []
    // Hidden files only if their dot was typed.
    let fitting = all.filter { $0.hasPrefix(start) && (!start.isEmpty || !$0.hasPrefix(".")) }
    let names = fitting.sorted().map { name in
      let isFolder = (try? storage.attributes(at: folder + name))?.kind == .directory
      return isFolder ? name + "/" : name
    }
    guard let first = names.first else { return nil }
    let common = names.dropFirst().reduce(first) { common, name in
      String(zip(common, name).prefix { $0 == $1 }.map(\.0))
    }
    rest = String(common.dropFirst(start.count))
    choices = rest.isEmpty && names.count > 1 ? names : []
  }
}
