package import System

/// Why no material can be made from a source.
package enum EntropyError: Error {
  case system(SystemError)
  /// The person ended the program.
  case interrupted

  // MARK: Files

  /// No frame at all, no roll, no toss.
  case empty(String)
  case notFrames(String)
  case isJPEG(String)
  case badHeader(String)
  case shortFrame(String)
  case tooSmall(String)
  case tooLarge(String)
  /// A frame whose width, height or maximum differs from the first.
  case otherShape(String)
  /// A sample above the maximum that the header or the format names.
  case sampleTooGreat(String, maximum: Int)
  case unknownFormat(String)
  case badSpecification(String)
  /// A generator of the kernel, named as raw noise.
  case notRaw(String)
  /// Already read as another source.
  case sameSource(String)
  /// Packed rows whose width does not fill whole bytes.
  case oddWidth(Int, multiple: Int)
  /// Something other than rolls or tosses.
  case badLetter(String, line: Int, TypedThrows.Kind)
  /// A line of the greatest length that a terminal accepts: the end may be missing.
  case lineCut(String, longest: Int)
  /// Rolls or tosses unlike those of fair dice or a steady coin.
  case unlikelyThrows(String, TypedThrows.Kind)
  /// How many throws there were, the bytes that they gave, and the bytes needed.
  case tooFewThrows(Int, kind: TypedThrows.Kind, has: Int, needed: Int)

  // MARK: Camera

  /// A call to a camera's driver that failed.
  case camera(SystemError)
  /// Not a camera, or one that streams no pictures.
  case noCamera(String)
  /// A camera that gives only compressed or coloured pictures.
  case noRawFormat(String)
  /// No picture for a long time, or only damaged ones.
  case cameraSilent(String, isDamaged: Bool)

  // MARK: Gate

  case tooFewFrames(has: Int, needed: Int)
  /// Fewer bytes than needed, from a source of no pictures.
  case tooFewBytes(String, needed: Int)
  /// Samples differ by multiples of this; 0 if they are all the same.
  case sharedFactor(Int)
  /// Identical, or except for a few changes.
  case repeatedFrames(first: Int, second: Int)
  /// Percent of a frame that came before, in it or in an earlier one.
  case repeatedParts(percent: Double)
  /// Bits per sample after halving.
  case tooLittleNoise(Double)
  /// Which samples, and how many times more often than by chance.
  case dependentNeighbours(TieRelation, correlation: Double)
  case dependentLowBits(pixels: [Int], excess: Double)
  /// How many of the 49 frequencies of a block come in steps.
  case blockTransform(frequencies: Int)
  /// Decoded from video with blocks of this side.
  case codedFrame(side: Int)

  // MARK: While it runs

  indirect case healthFailed(HealthFault)
  /// Bytes that the source gave and bytes that were requested.
  case tooLittle(has: Int, needed: Int)
}
