import Glibc
import System
import TestSupport
import Testing

@testable import QR

@Suite("A decoder in a process of its own")
struct DecoderProcessTests {
  private static let path = "\(Program.buildDirectory)/decoder"
  private let wall = GrayPicture(width: 3, height: 2, pixels: [1, 2, 3, 4, 5, 6])

  init() { Stream.guardStandardStreams() }

  private func refusal(_ decoder: DecoderProcess) -> QRError? {
    do throws(QRError) {
      _ = try decoder.texts(in: wall)
      return nil
    } catch { return error }
  }

  @Test("finds what a decoder in this process finds, picture after picture")
  func texts() throws {
    let decoder = try DecoderProcess(DecoderProcessTests.path, [])
    for text in ["ONE", "TWO", "TWO"].map({ Array($0.utf8) }) {
      let pixels = try ScriptedCamera.picture(of: QREncoder().code(text))
      let picture = GrayPicture(width: 640, height: 480, pixels: pixels)
      try #expect(decoder.texts(in: picture) == [text])
      try #expect(decoder.texts(in: wall).isEmpty)
    }
  }

  @Test("is confined: it can open no file")
  func confined() throws {
    let outcome = try Program(DecoderProcessTests.path).run(["open"])
    #expect(outcome.status == Int(EX_NOPERM))
  }

  @Test("that is not there, or that ends, is an error, again and again", arguments: ["", "open"])
  func ends(_ argument: String) throws {
    let path = argument.isEmpty ? "/bin/false" : DecoderProcessTests.path
    let decoder = try DecoderProcess(path, [argument])
    for _ in 0..<2 { #expect(refusal(decoder) == .decoderFailed) }
  }

  @Test("that takes no picture, or gives no answer, is given up", arguments: [1, 1 << 20])
  func stuck(_ pixels: Int) throws {
    let decoder = try DecoderProcess("/bin/sleep", ["600"])
    let picture = GrayPicture(
      width: pixels, height: 1, pixels: [UInt8](repeating: 0, count: pixels))
    #expect(throws: QRError.decoderFailed) { try decoder.texts(in: picture) }
  }

  @Test("without libzbar says so")
  func unavailable() throws {
    #expect(try refusal(DecoderProcess("/bin/sh", ["-c", "exit \(EX_UNAVAILABLE)"])) == .noDecoder)
  }

  @Test(
    "that answers with more than there can be is not believed",
    arguments: [
      ("1000" + "2000" + "12", nil), ("0000", nil), ("0100", QRError.decoderFailed),
      ("1000" + "0010", .decoderFailed),
    ])
  func lies(_ answer: String, _ error: QRError?) throws {
    #expect(try refusal(DecoderProcess(DecoderProcessTests.path, [answer])) == error)
  }
}
