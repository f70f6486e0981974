// swift-tools-version: 6.2
import PackageDescription

/// What every target of ours is compiled with; dependencies keep their own settings.
let rules: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableExperimentalFeature("Lifetimes"),
  .treatAllWarnings(as: .error),
]

func target(
  _ name: String, _ dependencies: [Target.Dependency], _ settings: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies,
    swiftSettings: rules + [.strictMemorySafety()] + settings)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], scripts: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], exclude: scripts,
    swiftSettings: rules)
}

// Exact versions: the same sources build the same program. Packaging/packages.lock has their contents.
let imported: [String: Version] = [
  "swift-argument-parser": "1.8.2", "swift-crypto": "4.5.2", "swift-nio": "2.101.2",
]
// What those need themselves. SwiftPM warns that no target of ours uses them.
let indirect: [String: Version] = [
  "swift-asn1": "1.7.4", "swift-atomics": "1.3.0", "swift-collections": "1.6.0",
  "swift-system": "1.8.1",
]
/// A release brings all of them along. swift-nio and swift-crypto know this variable too.
let isVendored = Context.environment["SWIFTCI_USE_LOCAL_DEPS"] != nil

let package = Package(
  name: "vernam",
  dependencies: isVendored
    ? imported.keys.sorted().map { .package(path: "Vendor/\($0)") }
    : imported.merging(indirect) { $1 }.sorted { $0.key < $1.key }.map {
      .package(url: "https://github.com/apple/\($0.key)", exact: $0.value)
    },
  targets: [
    .target(
      name: "CLinux",
      // glibc refuses the second one where nothing is optimized.
      cSettings: [
        .unsafeFlags(["-fstack-protector-strong", "-Wall", "-Wextra", "-Werror"]),
        .unsafeFlags(["-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=3"], .when(configuration: .release)),
      ]),
    .target(
      name: "CRevision",
      cSettings: Context.environment["VERNAM_REVISION"].map {
        [.define("VERNAM_REVISION", to: "\"\($0)\"")]
      }),
    .systemLibrary(name: "COpenSSL", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CDNSSD", providers: [.apt(["libavahi-compat-libdnssd-dev"])]),
    .systemLibrary(name: "CQRencode", providers: [.apt(["libqrencode-dev"])]),

    target("System", ["CLinux"]),
    target("Pad", ["System"]),
    target("Primitives", ["COpenSSL", "Pad"]),
    target("Codec", ["Primitives", "Pad"]),
    // Optimized in tests as well: they give it a million samples.
    target(
      "Entropy", ["Primitives", "Pad", "System"],
      [.unsafeFlags(["-O"])]),
    target("Vault", ["Codec", "Primitives", "Pad", "System"]),
    target("Discovery", ["CDNSSD"]),
    target("QR", ["CQRencode", "System"]),
    target("Doctor", ["Discovery", "Vault", "Pad", "System"]),
    target(
      "Link",
      [
        "System", .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    target(
      "Pairing",
      [
        "Link", "Discovery", "Vault", "Codec", "Primitives", "Pad", "System",
        .product(name: "Crypto", package: "swift-crypto"),
      ]),
    target(
      "Exchange",
      ["Link", "Discovery", "Vault", "Codec", "Primitives", "Pad", "System"]),
    target(
      "Wording",
      [
        "Exchange", "Pairing", "Link", "Doctor", "Discovery", "QR", "Vault", "Entropy", "Codec",
        "Pad", "System",
      ]),
    target(
      "Program",
      [
        "Wording", "Exchange", "Pairing", "Link", "Doctor", "Discovery", "QR", "Vault", "Codec",
        "Primitives", "Pad", "System",
      ]),
    .executableTarget(
      name: "vernam",
      dependencies: [
        "Wording", "Exchange", "Pairing", "Link", "Doctor", "Discovery", "QR", "Vault", "Entropy",
        "Codec", "Primitives", "Pad", "System", "CRevision",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: rules + [.strictMemorySafety()],
      // A symbol that is bound when it is first called has the vector registers saved on the stack,
      // with the text or pad that a copy left in them.
      linkerSettings: [.unsafeFlags(["-Xlinker", "-z", "-Xlinker", "now"])]),

    .target(
      name: "FuzzTargets",
      dependencies: ["TestSupport", "Vault", "Codec", "Primitives", "Pad", "System"],
      path: "Fuzz/Targets", swiftSettings: rules),
    .target(
      name: "PairingFuzzTargets",
      dependencies: [
        "TestSupport", "Pairing", "Link", "Vault", "Codec", "Primitives", "Pad", "System",
      ],
      path: "Fuzz/PairingTargets", swiftSettings: rules),
    .target(
      name: "ExchangeFuzzTargets",
      dependencies: ["TestSupport", "Exchange", "Link", "Vault", "Primitives", "Pad", "System"],
      path: "Fuzz/ExchangeTargets", swiftSettings: rules),
    .target(
      name: "TestSupport",
      dependencies: ["Link", "QR", "Vault", "Codec", "Primitives", "Pad", "System"],
      path: "Tests/TestSupport", swiftSettings: rules),
    .target(
      name: "FrameFixtures", dependencies: ["Entropy", "System", "TestSupport"],
      path: "Fixtures/Frames", exclude: ["README.md"],
      // Millions of samples, too.
      swiftSettings: rules + [.unsafeFlags(["-O"])]),
    tests("SystemTests", ["System"]),
    tests("PadTests", ["Pad", "System"]),
    tests("PrimitivesTests", ["Primitives", "Pad"]),
    tests("CodecTests", ["Codec", "Primitives", "Pad", "System"]),
    tests(
      "VaultTests", ["Vault", "FuzzTargets", "Codec", "Primitives", "Pad", "System"],
      scripts: ["Golden/vernam_vault.py"]),
    tests(
      "EnumerationTests",
      ["Pairing", "Link", "PairingFuzzTargets", "Vault", "Codec", "Primitives", "Pad", "System"]),
    tests(
      "EntropyTests",
      ["Wording", "Entropy", "FrameFixtures", "Primitives", "Pad", "System"]),
    tests("DiscoveryTests", ["Discovery"]),
    // A program that decodes for another.
    .executableTarget(
      name: "decoder", dependencies: ["QR", "System"], path: "Tests/Decoder", swiftSettings: rules),
    tests("QRTests", ["QR", "System", "decoder"]),
    tests(
      "DoctorTests",
      ["vernam", "Wording", "Doctor", "Discovery", "Vault", "Primitives", "Pad", "System"]),
    tests(
      "PairingTests",
      ["Pairing", "Link", "PairingFuzzTargets", "Vault", "Codec", "Primitives", "Pad", "System"],
      scripts: ["handshake.pml", "vernam_pairing.py"]),
    tests(
      "CommandTests",
      [
        "vernam", "Wording", "Exchange", "Doctor", "Discovery", "QR", "Vault", "FrameFixtures",
        "Codec", "Primitives", "Pad", "System",
      ],
      scripts: [
        "Chat/relay_input.py", "camera_shim.c", "kit.py", "kit_pairing.py", "qr_codes.py",
        "relay.py",
        "terminal.py", "vernam_message.py",
      ]),
    tests(
      "ExchangeTests",
      [
        "Exchange", "ExchangeFuzzTargets", "Link", "Discovery", "Vault", "Codec", "Primitives",
        "Pad", "System",
      ],
      scripts: ["vernam_exchange.py", "exchange.pml"]),
    tests(
      "ProgramTests",
      [
        "Program", "Doctor", "Exchange", "Pairing", "Discovery", "QR", "Vault", "Codec", "Pad",
        "System",
      ]),
    tests(
      "WindowTests", ["System"],
      scripts: [
        "cable.py", "camera.py", "canary.py", "clock.py", "clock_shim.c", "converse.py",
        "display.sh", "drag_source.py", "driver.py", "faults.py", "keyboard.py", "meet.py",
        "meeting", "meeting_pictures.py", "mishaps.py", "notices.py", "pictures.py", "screen.py",
        "table.py", "ways.py",
      ]),
    tests(
      "HostTests", ["vernam", "Exchange", "Discovery", "Vault", "Pad", "System"],
      scripts: ["hosts", "demo", "announce.py", "knock.py", "socks.py", "wall"]),
    tests(
      "FaultTests", ["vernam", "System"],
      scripts: [
        "chat_end.py", "chats", "commands.py", "disks", "ends.py", "images.py", "injections",
        "kill_at.c", "memory", "remnants", "short_writes.c", "tracing.py",
      ]),
  ]
)

// libFuzzer brings a main of its own: these become libraries that Fuzz/run links with it.
if Context.environment["VERNAM_FUZZ"] != nil {
  let entries = [
    "FuzzTargets": [
      "Header", "Slot", "State", "Contacts", "Armor", "Stream", "Parts", "Mail", "Packet", "Body",
    ],
    "PairingFuzzTargets": ["Joiner", "Listener", "Taker", "Giver", "Resumption", "Carried"],
    "ExchangeFuzzTargets": ["Call", "Answer", "Link"],
  ]
  for (targets, names) in entries {
    for name in names.map({ "Fuzz" + $0 }) {
      package.targets.append(
        .target(
          name: name, dependencies: [.init(stringLiteral: targets)], path: "Fuzz/\(name)",
          swiftSettings: rules))
      package.products.append(.library(name: name, type: .static, targets: [name]))
    }
  }
  for target in package.targets where target.type == .regular && target.name != "CLinux" {
    target.swiftSettings?.append(.unsafeFlags(["-sanitize=fuzzer", "-parse-as-library"]))
  }
}

// The window needs GTK, which not every computer has that builds vernam: `make window`.
if Context.environment["VERNAM_WINDOW"] != nil {
  package.targets += [
    .systemLibrary(
      name: "CGTK", pkgConfig: "libadwaita-1", providers: [.apt(["libadwaita-1-dev"])]),
    target("Widgets", ["CGTK", "Pad"]),
    .executableTarget(
      name: "Window",
      dependencies: [
        "Program", "Widgets", "Wording", "Exchange", "Discovery", "QR", "Vault", "Pad", "System",
      ],
      resources: [.embedInCode("Layout")],
      swiftSettings: rules + [.strictMemorySafety()],
      linkerSettings: [.unsafeFlags(["-Xlinker", "-z", "-Xlinker", "now"])]),
  ]
  package.products.append(.executable(name: "vernam-window", targets: ["Window"]))
}
