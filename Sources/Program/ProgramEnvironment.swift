internal import Pad
package import Primitives
package import QR
internal import System
package import Vault

/// Everything outside the window that it works with, handed in so that tests can replace it.
package struct ProgramEnvironment: Sendable {
  /// The vault's folder; nil if there is no home directory.
  package var directory: String?
  package var vault: VaultEnvironment
  /// How much each guess at a passphrase of so many bytes is made to cost.
  package var cost: @Sendable (_ passphraseBytes: Int) -> Scrypt.Cost
  /// Bytes of a new pad; nil for the usual size.
  package var padBytes: Int?
  /// The folder where files that came are saved; nil if there is none.
  package var downloads: String?
  /// Opens a camera, by its path.
  package var openCamera: CodeCamera.Opening
  /// Makes what finds codes in the camera's pictures.
  package var makeDecoder: @Sendable () throws(QRError) -> any CodeDecoder
  /// Whether contacts are looked for on the network while their conversations are not open.
  package var looksForContacts = true
  package var mainLoop: any MainLoop

  package init(
    directory: String? = VaultPlaces.directory(),
    vault: VaultEnvironment = VaultEnvironment(
      counterDirectory: VaultPlaces.counterDirectory(), keyring: KernelKeyring()),
    cost: @escaping @Sendable (Int) -> Scrypt.Cost = { $0 == 0 ? .least : .calibrated() },
    downloads: String? = nil,
    openCamera: @escaping CodeCamera.Opening = { path throws(SystemError) in
      try VideoDevice(path)
    },
    makeDecoder: @escaping @Sendable () throws(QRError) -> any CodeDecoder,
    mainLoop: any MainLoop
  ) {
    self.directory = directory
    self.vault = vault
    self.cost = cost
    self.downloads = downloads
    self.openCamera = openCamera
    self.makeDecoder = makeDecoder
    self.mainLoop = mainLoop
  }
}
