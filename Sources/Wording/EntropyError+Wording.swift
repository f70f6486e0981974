package import Entropy
internal import Pad
internal import System

extension EntropyError {
  /// One line that says what is wrong.
  package var what: String { wording.what }
  /// One line that says what to do.
  package var hint: String { wording.hint }

  private var wording: (what: String, hint: String) {
    switch self {
    case .system(let error): (error.description, "check the name")
    case .interrupted: ("cancelled", "nothing was written")
    case .empty(let name): ("\(name) is empty", "name a file or folder that is not empty")
    case .notFrames(let name):
      (
        "\(name) is not a PGM file",
        "save it as PGM (P5), or name the raw format: frames:SRGGB10P,640x480:\(name)"
      )
    case .isJPEG(let name):
      ("\(name) is a JPEG, which has too little noise", "record raw frames instead")
    case .badHeader(let name):
      ("\(name) has a damaged PGM header", "it needs P5, width, height and a maximum up to 65535")
    case .shortFrame(let name):
      ("\(name) ends inside a frame", "record it again, or correct the size of the raw frames")
    case .tooSmall(let name):
      (
        "\(name) has frames of fewer than \(FrameShape.smallest) samples",
        "give the width and height that the camera wrote, or choose a larger mode"
      )
    case .tooLarge(let name):
      ("\(name) has frames of more than 2^27 samples", "crop them, or choose a smaller mode")
    case .otherShape(let name):
      (
        "\(name) has a frame with a different size or maximum",
        "use frames of one sensor and one mode only"
      )
    case .sampleTooGreat(let name, let maximum):
      (
        "\(name) has a sample above its maximum of \(maximum)",
        "name the format that the camera really wrote"
      )
    case .unknownFormat(let name):
      (
        "\(name) is not a raw format that vernam knows",
        "choose SBGGR, SGBRG, SGRBG or SRGGB with 8, 10, 12, 14, 16, 10P or 12P; GREY; or Y10, Y12, "
          + "Y14, Y16, Y10P or Y12P"
      )
    case .badSpecification(let text):
      (
        "\(text) is not a source",
        "write dice:-, coins:FILE, camera:, frames:DIR, frames:Y12,640x480:FILE, bits:FILE, "
          + "hwrng:FILE, extra:FILE or kernel"
      )
    case .notRaw(let name):
      (
        "\(name) is not raw noise", "name it as hwrng:\(name), or as extra:\(name)"
      )
    case .sameSource(let name):
      (
        "\(name) is already one of the sources",
        "name each source once: a source mixed with itself can leave only zeros"
      )
    case .oddWidth(let width, let multiple):
      (
        "a packed row of \(width) samples does not fill whole bytes",
        "give the bytes of a row, as in frames:FORMAT,WIDTHxHEIGHT,BYTES:PATH, or a width divisible "
          + "by \(multiple)"
      )
    case .badLetter(let name, let line, let kind):
      (
        "line \(line) of \(name) has something other than \(kind.letters)",
        "use only \(kind.letters), spaces, commas and new lines"
      )
    case .lineCut(let name, let longest):
      (
        "the terminal cut a line of \(name) after \(longest) characters",
        "press Enter more often, or write the throws to a file and name it"
      )
    case .unlikelyThrows(let name, let kind):
      (
        "\(name) does not look like \(kind == .dice ? "rolls of dice" : "tosses of a coin")",
        "type every real \(kind == .dice ? "roll" : "toss") once, and do not make any up"
      )
    case .tooFewThrows(let count, let kind, let has, let needed):
      (
        "\(count.counted("throw")) of \(kind) \(count == 1 ? "gives" : "give") "
          + "\(has.counted("byte")), but \(needed) are needed",
        "a pad of 1K needs about \(kind == .dice ? "4050 rolls" : "10200 tosses"); with --size, "
          + "fewer are enough: the kernel's random generator adds the rest"
      )
    case .camera(let error):
      (
        error.cameraWhat,
        error.cameraHint(
          absent: "plug the camera in, and write camera:/dev/video0",
          other: "record frames with another program")
      )
    case .noCamera(let name):
      (
        "\(name) is not a camera that sends pictures",
        "name another device, as in camera:/dev/video2"
      )
    case .noRawFormat(let name):
      (
        "\(name) gives no raw frames",
        "use its pictures as an extra source: ffmpeg -i \(name) -t 10 -map 0:v -c copy -f data - | "
          + "vernam generate --size 1M -o material --source extra:-"
      )
    case .cameraSilent(let name, let isDamaged):
      (
        "\(name) gives no \(isDamaged ? "complete " : "")pictures",
        "unplug the camera, plug it in again, and close any other program that uses it"
      )
    case .tooFewFrames(let has, let needed):
      (
        "\(has.counted("frame")) \(has == 1 ? "is" : "are") too few to judge the noise",
        "record at least \(needed) of this size in a row"
      )
    case .tooFewBytes(let name, let needed):
      (
        "\(name) has too few bytes to judge the noise",
        "record at least \(needed) bytes"
      )
    case .sharedFactor(0):
      (
        "all samples have the same value",
        "raise the analogue gain, and turn off noise reduction and black clipping"
      )
    case .sharedFactor(let factor):
      (
        "the values of all samples differ by multiples of \(factor): they were shifted or scaled",
        "use the raw output of the sensor, with its own bit depth"
      )
    case .repeatedFrames(let first, let second):
      (
        "frames \(first) and \(second) are the same, or nearly",
        "record fresh frames; a still image, a test pattern or a copy is not noise"
      )
    case .repeatedParts(let percent):
      (
        "\(percent.text(1)) % of a frame repeats parts of an earlier picture",
        "record complete, fresh frames, without merging, stabilizing or splitting them"
      )
    case .tooLittleNoise(let bound):
      (
        "there is too little noise: \(bound.text(3)) bits a sample; at least 0.3 is needed",
        "use raw frames, each only once; raise the analogue gain, turn off noise reduction, or point "
          + "the camera at evenly lit paper"
      )
    case .dependentNeighbours(let which, let correlation):
      (
        "\(which.what) are alike too often (\(correlation.text(2)) times as often as by chance)",
        "turn off noise reduction and scaling; a sensor with strong row noise cannot be used"
      )
    case .dependentLowBits(let pixels, let excess):
      (
        "the low bits of samples \(pixels.map(String.init).listed) apart depend on each other "
          + "(bias \(excess.text(2)))",
        "use raw frames of the sensor's own bit depth; firmware that pads low bits cannot be used"
      )
    case .blockTransform(let frequencies):
      (
        "the frames were decoded from JPEG or video: \(frequencies) of 49 frequencies come in steps",
        "use raw frames; a compressed stream can be mixed in with extra:"
      )
    case .codedFrame(let side):
      (
        "the frames were decoded from video with blocks of \(side) by \(side) samples",
        "use raw frames; a compressed stream can be mixed in with extra:"
      )
    case .healthFailed(let fault):
      (
        "the noise failed a test while it was read (\(fault.what))",
        "record again at a steady temperature, and touch neither the lens cap nor the gain; if the "
          + "source is not a camera, it may be broken"
      )
    case .tooLittle(let has, let needed):
      (
        "the source is enough for a pad of \(max(0, has - PadShape.headerKeysBytes).counted("byte")), "
          + "but \(needed - PadShape.headerKeysBytes) are needed",
        "add more throws or frames, or choose a smaller --size"
      )
    }
  }
}

extension TypedThrows.Kind {
  fileprivate var letters: String {
    switch self {
    case .dice: "1 to 6"
    case .coins: "H and T"
    }
  }
}

extension TieRelation {
  fileprivate var what: String {
    switch self {
    case .across(let distance): "samples \(distance) apart in a row"
    case .down(let distance): "samples \(distance) apart in a column"
    case .diagonal(let distance, _): "samples \(distance) apart on a diagonal"
    case .mirrored: "samples at mirrored positions"
    }
  }
}

extension HealthFault {
  fileprivate var what: String {
    switch self {
    case .repeatedFrame: "the same frame came twice"
    case .oldFrame: "an old frame came again, with changes"
    case .foretoldFrame: "earlier frames predict it"
    case .repeatedParts: "a frame repeats parts of an earlier one"
    case .tiedFrames: "two frames are too alike"
    case .counters: "a value came up too often"
    case .gate(let error): error.what
    }
  }
}
