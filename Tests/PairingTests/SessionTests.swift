import Pad
import PairingFuzzTargets
import TestSupport
import Testing

@testable import Pairing

@Suite("A session between two ends", .ownThreads)
struct SessionTests {
  @Test(
    "Both ends hold the same material, and each knows that the other has it",
    arguments: [64 << 10, 256 << 10, 5 << 20, 17 << 20])
  func identical(size: Int) async throws {
    var ends = TwoEnds()
    ends.listenerWishes = TwoEnds.options(size: size, split: 30)
    let (listener, joiner) = await ends.run()
    let given = try #require(listener.result)
    let taken = try #require(joiner.result)
    #expect(given.padID == taken.padID && given.shape == taken.shape)
    #expect(given.shape == PadShape(size: size, split: 30))
    #expect(given.weGave && !taken.weGave && given.isConfirmed && taken.isConfirmed)
    #expect(ends.listenerStore.all.count == 1)
    #expect(ends.listenerStore.all == ends.joinerStore.all)
    #expect(Set(ends.joinerStore.all[0].material).count > 200)
  }

  @Test(
    "No end waits longer than three minutes for the other, whatever the size, or than a frame may take"
  )
  func limits() async throws {
    var ends = TwoEnds()
    ends.listenerWishes = TwoEnds.options(size: 24 << 20)
    let (listener, joiner) = await ends.run()
    #expect(listener.result != nil && joiner.result != nil)
    for outcome in [listener, joiner] {
      #expect(outcome.limits.max()! <= .seconds(180))
      // A whole piece is 256 KiB, and its kind and tag begin another 64 KiB.
      #expect(outcome.limits.contains(.seconds(50)) && !outcome.limits.contains(.seconds(40)))
    }
  }

  @Test(
    "Ten seconds are all that it takes to the codes, and begin anew after a wait for the person",
    arguments: [false, true])
  func handshakeTime(isAskedToWait: Bool) async throws {
    let ends = TwoEnds()
    let pipe = MemoryPipe.pair()
    let listener = Session(
      context: ends.context(.listener, ends.screen(.listener)), connection: pipe.listener)
    let joiner = Session(
      context: ends.context(.joiner, ends.screen(.joiner)), connection: pipe.joiner)
    async let joining = joiner.prepareAsJoiner(joiner.requestToJoin(as: nil)).messageTwo
    _ = try await listener.receiveJoinRequest()
    if isAskedToWait {
      try await listener.askToWait()
      listener.hasDecided()
    }
    async let listening = listener.prepareAsListener().messageThree
    try await pipe.joiner.write(joining)
    #expect(try await listening.count == 32)
    let expected = isAskedToWait ? [10, 180, 10] : [10]
    #expect(pipe.listener.allLimits == expected.map { .seconds($0) })
    #expect(pipe.joiner.allLimits == expected.map { .seconds($0) })
  }

  @Test("The joiner gives if it alone said what it wants")
  func joinerGives() async throws {
    var ends = TwoEnds()
    ends.listenerWishes = TwoEnds.options()
    ends.joinerWishes = TwoEnds.options(size: 128 << 10)
    let (listener, joiner) = await ends.run()
    #expect(try !#require(listener.result).weGave)
    #expect(try #require(joiner.result).shape.size == 128 << 10)
    #expect(ends.listenerStore.all == ends.joinerStore.all)
  }

  @Test("The same material given twice makes two different pads, each of its size")
  func material() async throws {
    var materials: [[UInt8]] = []
    for _ in 0..<2 {
      var ends = TwoEnds()
      ends.joinerWishes = TwoEnds.options(material: CountingMaterial(byteCount: 70_000))
      let joiner = await ends.run().joiner
      #expect(try #require(joiner.result).shape.size == 69_888)
      materials.append(ends.listenerStore.all[0].material)
    }
    #expect(materials[0] != materials[1])
  }

  @Test("After one's own code, or a line without a code, the screen asks again")
  func askedAgain() async throws {
    var ends = TwoEnds()
    ends.listenerScript = [.ownCode, .text("hello"), .text("1234 567"), .otherCode]
    let screen = ends.screen(.listener)
    let (listener, joiner) = await ends.run(screen, ends.screen(.joiner))
    #expect(listener.result != nil && joiner.result != nil)
    #expect(
      screen.said.filter { $0.hasPrefix("again") } == [
        "again ownCode", "again notACode", "again notACode",
      ])
  }

  @Test("A wrong code at either end leaves no pad at either", arguments: [End.listener, .joiner])
  func wrongCode(at end: End) async {
    var ends = TwoEnds()
    if end == .listener {
      ends.listenerScript = [.wrongCode]
    } else {
      ends.joinerScript = [.wrongCode]
    }
    let (listener, joiner) = await ends.run()
    let (wrong, right) = end == .listener ? (listener, joiner) : (joiner, listener)
    #expect(wrong.error == .wrongCode)
    #expect(right.error == .otherEndStopped)
    #expect(ends.listenerStore.all.isEmpty && ends.joinerStore.all.isEmpty)
  }

  @Test("A screen says that a code was right once the confirmation has been sent")
  func confirmedFirst() async {
    var ends = TwoEnds()
    let screen = ends.screen(.listener)
    ends.listenerSends = { write, bytes in
      if write == 2 { #expect(screen.count("right") == 0) }
      return bytes
    }
    _ = await ends.run(screen, ends.screen(.joiner))
    #expect(screen.count("right") == 1)
  }

  @Test("The giver sends no frame before its own code is typed")
  func giverWaits() async {
    var ends = TwoEnds()
    ends.listenerScript = [.endOfInput]
    ends.listenerSends = { write, bytes in
      #expect(write < 2, "M1 and M3 are all that may leave")
      return bytes
    }
    let (listener, joiner) = await ends.run()
    #expect(listener.error == .noCode)
    #expect(joiner.error == .otherEndStopped)
  }

  @Test("The giver sends no frame without the other end's confirmation")
  func giverWantsConfirmation() async {
    var ends = TwoEnds()
    ends.joinerScript = [.endOfInput]
    ends.listenerSends = { write, bytes in
      #expect(write < 3, "M1, M3 and the confirmation are all that may leave")
      return bytes
    }
    let (listener, joiner) = await ends.run()
    #expect(listener.error == .otherEndStopped)
    #expect(joiner.error == .noCode)
  }

  @Test("A pad larger than accepted, and one without room, are refused before the codes")
  func refused() async {
    var ends = TwoEnds()
    ends.joinerWishes.maximumSize = 32 << 10
    let screen = ends.screen(.joiner)
    #expect(
      await ends.run(ends.screen(.listener), screen).joiner.error
        == .tooLarge(64 << 10, limit: 32 << 10))
    #expect(screen.said.isEmpty)
    ends = TwoEnds()
    (ends.listenerWishes.size, ends.joinerWishes.size) = (nil, 64 << 10)
    ends.listenerWishes.maximumSize = 32 << 10
    let outcome = await ends.run()
    #expect(outcome.listener.error == .tooLarge(64 << 10, limit: 32 << 10))
    #expect(outcome.joiner.error == .offerUnanswered(64 << 10))
    ends = TwoEnds()
    ends.joinerStore = MemoryStore(fault: .hasNoRoom)
    let error = await ends.run().joiner.error
    #expect(error == .noSpace(needed: 65_600, free: 4096))
  }
}
