internal import Pad
internal import System

/// A carried pad's file, with this target's errors.
struct CarriedFile: ~Copyable {
  let path: String
  private let storage: any Storage
  private let file: any StoredFile

  /// Creates a new file, mode 0600, never over an existing one.
  init(creating path: String, _ storage: any Storage) throws(PairingError) {
    do { file = try storage.create(path) } catch { throw .system(error) }
    file.disableCopyOnWrite()
    self.path = path
    self.storage = storage
  }

  init(opening path: String, _ storage: any Storage) throws(PairingError) {
    do { file = try storage.open(path, writable: true) } catch { throw .system(error) }
    self.path = path
    self.storage = storage
  }

  func size() throws(PairingError) -> Int {
    let found: FileAttributes
    do { found = try file.attributes() } catch { throw .system(error) }
    guard found.kind == .regular else { throw .notACarriedPad(path: path) }
    return found.size
  }

  func read(_ count: Int, at offset: Int) throws(PairingError) -> SecretBytes {
    var bytes = SecretBytes(count: count)
    do {
      try bytes.withMutableBytes { (bytes) throws(SystemError) in
        try file.read(into: &bytes, at: offset)
      }
    } catch { throw .system(error) }
    return bytes
  }

  func write(_ bytes: Span<UInt8>, at offset: Int) throws(PairingError) {
    do { try file.write(bytes, at: offset) } catch { throw .system(error) }
  }

  /// Reads a part, opened if the file is sealed; nil if it was altered or the passphrase is wrong.
  func read(
    part: Int, of header: CarriedHeader, _ seal: CarriedSeal?
  ) throws(PairingError) -> SecretBytes? {
    let place = header.place(ofPart: part)
    let bytes = try read(place.count, at: place.lowerBound)
    guard let seal else { return bytes }
    return bytes.withBytes { seal.open($0, part: part, head: header.bytes) }
  }

  func write(
    _ bytes: Span<UInt8>, part: Int, of header: CarriedHeader, _ seal: CarriedSeal?
  ) throws(PairingError) {
    let offset = header.place(ofPart: part).lowerBound
    guard let seal else { return try write(bytes, at: offset) }
    let sealed = seal.seal(bytes, part: part, head: header.bytes)
    try write(sealed.span, at: offset)
  }

  /// Makes bytes and name durable.
  func sync() throws(PairingError) {
    do {
      try file.sync()
      try storage.syncDirectory(parentDirectory(of: path))
    } catch { throw .system(error) }
  }

  /// Overwrites all of it with zeros, makes that durable, and removes the file.
  func destroy() -> PairingResult.CarriedFileFate {
    do throws(SystemError) {
      try file.overwriteWithZeros()
      try storage.remove(path)
      try storage.syncDirectory(parentDirectory(of: path))
      return .removed(inPlace: file.overwritesInPlace)
    } catch { return .remains(error) }
  }
}
