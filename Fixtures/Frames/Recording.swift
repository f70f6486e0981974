package import Entropy

/// Frames that are there already.
package final class Recording: FrameReader {
  package let name = "a recording"
  package var shape: FrameShape? { frames.first?.shape }
  private var frames: ArraySlice<Frame>

  package init(_ frames: [Frame]) { self.frames = frames[...] }

  package func next() -> Frame? { frames.popFirst() }
}
