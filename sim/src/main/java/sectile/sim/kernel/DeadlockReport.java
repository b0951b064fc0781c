package sectile.sim.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import sectile.sim.Place;

/// Who waits for what when nothing can happen any more.
///
/// @param blocked every waiting PE, in structural order
/// @param cycle PEs of which each waits for the next, and the last for the first; empty if there is no such cycle
public record DeadlockReport(long timePs, List<Blocked> blocked, List<Place> cycle) {
    private static final int SHOWN = 16;

    /// One waiting PE.
    ///
    /// @param line the kernel's line, empty if not known
    /// @param waitsFor what it waits for, in words
    /// @param peer the PE that would have to act, if it is one
    /// @param pairs its queue pairs with their pointers, in words
    public record Blocked(
            Place place, String kernel, String line, String waitsFor, Optional<Place> peer, List<String> pairs) {
        /// The same, once the line is known.
        public Blocked at(String kernelLine) {
            return new Blocked(place, kernel, kernelLine, waitsFor, peer, pairs);
        }
    }

    /// The report on some waiting PEs, with the cycle among them if there is one.
    public static DeadlockReport of(long timePs, List<Blocked> blocked) {
        SequencedMap<Place, Place> waitsFor = new LinkedHashMap<>();
        for (Blocked entry : blocked) {
            entry.peer().ifPresent(peer -> waitsFor.put(entry.place(), peer));
        }
        return new DeadlockReport(timePs, List.copyOf(blocked), findCycle(waitsFor));
    }

    /// Follows each PE to the one it waits for; every PE waits for at most one, so each is visited once.
    private static List<Place> findCycle(SequencedMap<Place, Place> waitsFor) {
        Map<Place, Place> visitedFrom = new HashMap<>();
        for (Place start : waitsFor.keySet()) {
            Place at = start;
            while (at != null && !visitedFrom.containsKey(at)) {
                visitedFrom.put(at, start);
                at = waitsFor.get(at);
            }
            if (at != null && start.equals(visitedFrom.get(at))) {
                List<Place> cycle = new ArrayList<>();
                Place first = at;
                do {
                    cycle.add(at);
                    at = waitsFor.get(at);
                } while (at != null && !at.equals(first));
                return List.copyOf(cycle);
            }
        }
        return List.of();
    }

    /// One line a PE, at most a screenful, then the cycle.
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (Blocked entry : blocked.subList(0, Math.min(SHOWN, blocked.size()))) {
            lines.add(entry.place() + " waits at " + (entry.line().isEmpty() ? entry.kernel() : entry.line()) + ": "
                    + entry.waitsFor());
            for (String pair : entry.pairs()) {
                lines.add("  " + pair);
            }
        }
        if (blocked.size() > SHOWN) {
            lines.add("and " + (blocked.size() - SHOWN) + " more PEs");
        }
        if (!cycle.isEmpty()) {
            lines.add("cycle: " + cycleText());
        }
        return lines;
    }

    private String cycleText() {
        StringBuilder text = new StringBuilder();
        for (Place place : cycle.subList(0, Math.min(SHOWN, cycle.size()))) {
            text.append(place).append(" -> ");
        }
        if (cycle.size() > SHOWN) {
            text.append("… (").append(cycle.size() - SHOWN).append(" more) -> ");
        }
        return text.append(cycle.getFirst()).toString();
    }
}
