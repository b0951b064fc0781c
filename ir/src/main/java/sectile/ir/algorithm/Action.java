package sectile.ir.algorithm;

import sectile.ir.algorithm.Algorithm.Place;

/// One thing that a rank does.
sealed interface Action {
    record Load(int value, Place from, int count) implements Action {}

    record Receive(int value, Link from, int count) implements Action {}

    record Combine(int value, int a, int b, int count) implements Action {}

    record Store(int value, Place to, int count) implements Action {}

    record Send(int value, Link to, int count) implements Action {}

    /// A connection to or from another rank.
    record Link(int rank, int channel) {}

    /// Whether two ranges of chunks have one in common.
    static boolean overlap(Place a, int countOfA, Place b, int countOfB) {
        return a.buffer() == b.buffer() && a.offset() < b.offset() + countOfB && b.offset() < a.offset() + countOfA;
    }
}
