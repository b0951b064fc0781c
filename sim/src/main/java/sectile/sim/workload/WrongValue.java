package sectile.sim.workload;

import java.util.List;
import java.util.OptionalInt;
import sectile.sim.Place;

/// An element of a result that is not what it must be.
///
/// @param array which result
/// @param rank the rank that has it, if the workload has ranks
/// @param place the PE whose memory holds it
/// @param index of the element, one number per axis
public record WrongValue(String array, OptionalInt rank, Place place, List<Long> index, String found, String expected) {
    public WrongValue {
        index = List.copyOf(index);
    }

    @Override
    public String toString() {
        return array + (rank.isPresent() ? " of rank " + rank.getAsInt() : "") + " on " + place + " at " + index + ": "
                + found + " instead of " + expected;
    }
}
