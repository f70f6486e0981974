// The tests of this target.
