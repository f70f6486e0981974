package import Entropy

extension Frame {
  /// A copy in which some samples are others.
  package func changed(_ change: (inout MutableSpan<UInt16>) -> Void) -> Frame {
    let copy = Frame(shape)
    withSamples { samples in
      copy.withMutableSamples { copied in
        for index in samples.indices { copied[index] = samples[index] }
        change(&copied)
      }
    }
    return copy
  }
}
