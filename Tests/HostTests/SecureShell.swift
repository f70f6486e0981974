import Foundation

/// A real OpenSSH server on host b, with keys of its own. It ends with this object.
final class SecureShell {
  private static let (port, address) = (2222, "10.77.0.2")
  private let server: Spawned
  private let directory: String

  static var isPossible: Bool {
    ["/usr/sbin/sshd", "/usr/bin/ssh"].allSatisfy(FileManager.default.isExecutableFile)
  }

  /// Keys and settings are in a new directory below `parent`.
  init(on hosts: Hosts, in parent: String) throws {
    directory = "\(parent)/ssh"
    try hosts.shell(
      .b,
      """
      mkdir -m 700 \(directory)
      mkdir -p /run/sshd
      for key in host user; do ssh-keygen -q -t ed25519 -N '' -f \(directory)/$key; done
      cp \(directory)/user.pub \(directory)/authorized
      echo "[\(SecureShell.address)]:\(SecureShell.port) $(cat \(directory)/host.pub)" \
        >\(directory)/known
      """)
    let settings = """
      Port \(SecureShell.port)
      ListenAddress \(SecureShell.address)
      HostKey \(directory)/host
      AuthorizedKeysFile \(directory)/authorized
      StrictModes no
      UsePAM no
      PasswordAuthentication no
      KbdInteractiveAuthentication no
      PermitRootLogin prohibit-password
      PidFile none

      """
    try settings.write(toFile: "\(directory)/settings", atomically: false, encoding: .utf8)
    server = try hosts.start(
      on: .b, ["/usr/sbin/sshd", "-D", "-e", "-f", "\(directory)/settings"], seconds: 600)
    _ = try server.waitForError("Server listening on .*", seconds: 60)
  }

  /// What a person on host a types to run something on host b, as a command for --through.
  func command(_ remote: String) -> String {
    "ssh -F none -i \(directory)/user -o UserKnownHostsFile=\(directory)/known -o BatchMode=yes "
      + "-p \(SecureShell.port) root@\(SecureShell.address) \(remote)"
  }
}
