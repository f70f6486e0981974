internal import System

/// The rest of a path that a person has begun to type, as a shell finds it when Tab is pressed.
struct PathCompletion {
  /// The most names to choose from that are shown.
  private static let mostChoices = 20

  let path: String
  /// What follows for certain.
  let rest: String
  /// The first of the names to choose from, if nothing is certain. Those of folders end with a slash.
  let choices: [String]
  /// How many more there are.
  let otherCount: Int

  /// Nil if nothing there begins like this.
  init?(_ path: String, on storage: any Storage) {
    let scalars = path.unicodeScalars
    let slash = scalars.lastIndex(of: "/").map { scalars.index(after: $0) } ?? path.startIndex
    let (folder, start) = (String(scalars[..<slash]), scalars[slash...])

    func marked(_ name: String) -> String {
      let isFolder = (try? storage.attributes(at: folder + name))?.kind == .directory
      return isFolder ? name + "/" : name
    }

    let all = (try? storage.list(folder.isEmpty ? "." : folder)) ?? []
    // Hidden files only if their dot was typed.
    let names = all.filter {
      $0.unicodeScalars.starts(with: start) && (!start.isEmpty || !$0.hasPrefix("."))
    }.sorted()
    guard let first = names.first else { return nil }
    let common =
      names.count == 1
      ? Array(marked(first).unicodeScalars)
      : names.reduce(Array(first.unicodeScalars)) { common, name in
        zip(common, name.unicodeScalars).prefix { $0 == $1 }.map(\.0)
      }
    self.path = path
    rest = String(String.UnicodeScalarView(common.dropFirst(start.count)))
    let isOpen = rest.isEmpty && names.count > 1
    choices = isOpen ? names.prefix(PathCompletion.mostChoices).map(marked) : []
    otherCount = isOpen ? names.count - choices.count : 0
  }
}
