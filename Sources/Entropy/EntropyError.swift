package import System

/// Why no material can be made of a source: what is wrong with it, for people.
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
  /// A frame of other width, height or maximum than the first.
  case otherShape(String)
  /// A sample above the maximum that the header or the format names.
  case sampleTooGreat(String, maximum: Int)
  case unknownFormat(String)
  case badSpecification(String)
  /// What another source is already.
  case sameSource(String)
  /// Packed rows whose width does not fill whole bytes.
  case oddWidth(Int, multiple: Int)
  /// Something else than rolls or tosses.
  case badLetter(String, line: Int, allowed: String)
  /// A line at the terminal that is as long as it takes: the end may be missing.
  case lineCut(String, longest: Int)
  /// Rolls or tosses that fair dice, or a steady coin, do not show.
  case unlikelyThrows(String, isDice: Bool)
  /// How many throws of dice or coins there were, bytes that they gave and bytes that are needed.
  case tooFewThrows(Int, kind: String, has: Int, needed: Int)

  // MARK: Camera

  /// A call to a camera's driver that failed.
  case camera(SystemError)
  /// A device that is none, or that streams no pictures.
  case noCamera(String)
  /// A camera that gives compressed or coloured pictures only.
  case noRawFormat(String)
  /// No picture came for long, or only damaged ones.
  case cameraSilent(String, isDamaged: Bool)

  // MARK: Gate

  case tooFewFrames(has: Int, needed: Int)
  /// Percent of samples at the least or the greatest value.
  case clipped(percent: Double)
  case sharedFactor(Int)
  case fewValues(Int)
  /// The same, or but for a few changes.
  case repeatedFrames(first: Int, second: Int, isChanged: Bool)
  /// Percent of a frame that stood somewhere in it or in an earlier one.
  case repeatedParts(percent: Double)
  /// Bits a sample after halving.
  case tooLittleNoise(Double)
  /// Which samples, and how many times more often than chance has it.
  case dependentNeighbours(String, correlation: Double)
  case dependentLowBits(pixels: [Int], excess: Double)
  /// How many of the 49 frequencies of a block come in steps.
  case blockTransform(frequencies: Int)

  // MARK: While it runs

  case healthFailed(String)
  /// Bytes that the source gave and bytes that were asked for.
  case tooLittle(has: Int, needed: Int)
}

extension EntropyError: CustomStringConvertible {
  /// One line that says what is wrong.
  package var description: String { wording.what }
  /// One line that says what to do.
  package var hint: String { wording.hint }
}
