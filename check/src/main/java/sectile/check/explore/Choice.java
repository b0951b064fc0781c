package sectile.check.explore;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/// A state of the exploration from which several parts could continue. States are not stored: the choices
/// that lead to one are.
final class Choice {
    /// The parts that could continue.
    final BitSet enabled = new BitSet();

    /// The parts that must be tried from here.
    final BitSet wanted = new BitSet();

    /// The parts that need not be tried, because what would follow was explored before, with what their
    /// next step touches.
    final Map<Integer, Footprint> asleep = new HashMap<>();

    /// The part that is tried now.
    int chosen = -1;
}
