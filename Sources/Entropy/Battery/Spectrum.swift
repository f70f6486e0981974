internal import Glibc

/// SP 800-22 §2.6: how many peaks of the discrete Fourier transform stand out.
enum Spectrum {
  static func test(_ bits: Span<UInt8>) -> Double? {
    let count = bits.count
    guard count >= 2 else { return nil }
    var values = (0..<count).map { 2 * Double(bits[$0]) - 1 }
    let lengths = magnitudes(&values)
    let limit = (log(1 / 0.05) * Double(count)).squareRoot()
    let expected = 0.95 * Double(count) / 2
    let below = Double(lengths.filter { $0 < limit }.count)
    let deviation = (below - expected) / (Double(count) * 0.95 * 0.05 / 4).squareRoot()
    return erfc(abs(deviation) / 2.squareRoot())
  }

  /// The magnitudes of the first half of the transform of `values`, of any number (Bluestein: a
  /// transform is a convolution with a chirp).
  private static func magnitudes(_ values: inout [Double]) -> [Double] {
    let count = values.count
    var size = 1
    while size < 2 * count { size *= 2 }
    let transform = FourierTransform(size: size)
    // The angle π·k²/n, with k² reduced first.
    let chirp = (0..<count).map { k in
      let angle = Double.pi * Double((k * k) % (2 * count)) / Double(count)
      return (cosine: cos(angle), sine: sin(angle))
    }
    var signal = ComplexNumbers(size)
    var kernel = ComplexNumbers(size)
    for k in 0..<count {
      signal.real[k] = values[k] * chirp[k].cosine
      signal.imaginary[k] = -values[k] * chirp[k].sine
      for place in [k, (size - k) % size] {
        kernel.real[place] = chirp[k].cosine
        kernel.imaginary[place] = chirp[k].sine
      }
    }
    transform.apply(&signal)
    transform.apply(&kernel)
    for k in 0..<size {
      let (a, b) = (signal.real[k], signal.imaginary[k])
      let (c, d) = (kernel.real[k], kernel.imaginary[k])
      // Conjugated, so that the transform inverts.
      signal.real[k] = a * c - b * d
      signal.imaginary[k] = -(a * d + b * c)
    }
    transform.apply(&signal)
    return (0..<count / 2).map { k in
      (signal.real[k] * signal.real[k] + signal.imaginary[k] * signal.imaginary[k]).squareRoot()
        / Double(size)
    }
  }
}

struct ComplexNumbers {
  var real: [Double]
  var imaginary: [Double]

  init(_ count: Int) {
    real = [Double](repeating: 0, count: count)
    imaginary = real
  }
}

/// The fast Fourier transform for a power of two (Cooley and Tukey).
struct FourierTransform {
  private let size: Int
  private let roots: ComplexNumbers

  init(size: Int) {
    self.size = size
    var roots = ComplexNumbers(size / 2)
    for k in 0..<size / 2 {
      roots.real[k] = cos(2 * Double.pi * Double(k) / Double(size))
      roots.imaginary[k] = -sin(2 * Double.pi * Double(k) / Double(size))
    }
    self.roots = roots
  }

  func apply(_ values: inout ComplexNumbers) {
    reorder(&values)
    var half = 1
    while half < size {
      let step = size / (2 * half)
      for start in stride(from: 0, to: size, by: 2 * half) {
        for k in 0..<half {
          let (first, second) = (start + k, start + k + half)
          let (c, s) = (roots.real[k * step], roots.imaginary[k * step])
          let real = values.real[second] * c - values.imaginary[second] * s
          let imaginary = values.real[second] * s + values.imaginary[second] * c
          values.real[second] = values.real[first] - real
          values.imaginary[second] = values.imaginary[first] - imaginary
          values.real[first] += real
          values.imaginary[first] += imaginary
        }
      }
      half *= 2
    }
  }

  /// Moves each value to the place with its bits reversed.
  private func reorder(_ values: inout ComplexNumbers) {
    var other = 0
    for place in 1..<max(size, 1) {
      var bit = size >> 1
      while other & bit != 0 {
        other ^= bit
        bit >>= 1
      }
      other |= bit
      if place < other {
        values.real.swapAt(place, other)
        values.imaginary.swapAt(place, other)
      }
    }
  }
}
