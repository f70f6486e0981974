package import System

/// The frames of a file, of all files of a directory in the order of their names, or of standard
/// input. All have one shape.
package final class FrameFiles: FrameReader {
  package let name: String
  package var isPicture: Bool { layout?.isPicture ?? true }
  private let layout: RawLayout?
  private let isStopped: @Sendable () -> Bool
  private var paths: ArraySlice<String>
  private var reader: (any FrameReader)?
  package private(set) var shape: FrameShape?

  /// `layout` is nil for PGM.
  package init(
    _ path: String, layout: RawLayout?, storage: any Storage,
    isStopped: @escaping @Sendable () -> Bool
  ) throws(EntropyError) {
    do throws(SystemError) {
      let isDirectory = path != "-" && (try? storage.attributes(at: path + "/.")) != nil
      paths = isDirectory ? try FrameFiles.list(path, storage)[...] : [path]
    } catch { throw .system(error) }
    guard !paths.isEmpty else { throw .empty(path) }
    name = path == "-" ? "standard input" : path
    self.layout = layout
    shape = layout?.shape
    self.isStopped = isStopped
  }

  /// Skips notes beside the frames.
  private static func list(_ path: String, _ storage: any Storage) throws(SystemError) -> [String] {
    try storage.list(path).sorted().filter { name in
      !name.hasPrefix(".") && ![".md", ".txt", ".json", ".dng"].contains { name.hasSuffix($0) }
    }.map { "\(path)/\($0)" }
  }

  package func next() throws(EntropyError) -> Frame? {
    while true {
      if let frame = try reader?.next() {
        if let shape, frame.shape != shape { throw .otherShape(reader?.name ?? name) }
        shape = frame.shape
        return frame
      }
      guard let path = paths.popFirst() else { return nil }
      let input = try InputBytes(path, isStopped: isStopped)
      // An empty file would pass for one without frames.
      if try input.peek() == nil { throw .empty(input.name) }
      reader = layout.map { RawReader(input, $0) } ?? PGMReader(input)
    }
  }
}
