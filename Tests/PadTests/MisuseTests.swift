import TestSupport
import Testing

/// Programs that use a secret in a way that the types forbid do not compile; each has a twin that
/// does the same correctly, and compiles.
@Suite("Misuse of secrets does not compile")
struct MisuseTests {
  static let programs = try! Fixtures.list("Misuse").filter {
    $0.hasSuffix(".swift") && !$0.hasSuffix(".twin.swift")
  }

  @Test("A program that misuses a secret is refused for the reason it names", arguments: programs)
  func misuse(program: String) throws {
    let first = try Fixtures.text("Misuse/\(program)").prefix { $0 != "\n" }
    let marker = "// expect: "
    try #require(first.hasPrefix(marker))
    let outcome = try MisuseTests.compile(program)
    #expect(outcome.status != 0)
    #expect((outcome.text + outcome.errors).contains("error: \(first.dropFirst(marker.count))"))
  }

  @Test("Its twin compiles", arguments: programs)
  func twin(program: String) throws {
    let outcome = try MisuseTests.compile("\(program.dropLast(".swift".count)).twin.swift")
    #expect(outcome.status == 0, "\(outcome.lastFirst)")
  }

  /// `-typecheck` would not see consumption, so the compiler goes as far as SIL.
  private static func compile(_ program: String) throws -> Program.Outcome {
    let build = Program.buildDirectory
    return try Program("swiftc").run([
      "-emit-sil", "-o", "/dev/null", "-swift-version", "6", "-package-name", packageName(build),
      "-I", "\(build)/Modules", "-Xcc", "-fmodule-map-file=\(build)/CLinux.build/module.modulemap",
      Fixtures.path("Misuse/\(program)"),
    ])
  }

  /// The name that the build gave the package, from its manifest of commands.
  private static func packageName(_ build: String) throws -> String {
    // `build` is `…/x86_64-unknown-linux-gnu/debug`; the manifest is two folders up.
    let manifest = String(decoding: try readFile("\(build)/../../debug.yaml"), as: UTF8.self)
    let pattern = /"-module-name","Pad".*?"-package-name","([^"]+)"/
    return String(try #require(manifest.firstMatch(of: pattern)?.1))
  }
}
