package sectile.script.launch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import sectile.sim.Place;
import sectile.sim.machine.Machine;
import sectile.sim.machine.PeSet;
import sectile.sim.memory.Mmu;

/// The virtual ranges of the buffers of one run that are split: each is one array to every PE, whose part number i
/// lies in the HBM of PE number i.
final class SplitRanges {
    private final Machine machine;
    private final List<Place> places;
    /// By SIP, because virtual addresses are those of a SIP.
    private final Map<Integer, List<Mmu.Entry>> entries = new TreeMap<>();

    SplitRanges(Machine machine, List<Place> places) {
        this.machine = machine;
        this.places = places;
        places.forEach(place -> entries.put(place.sip(), new ArrayList<>()));
    }

    /// The address of a buffer for every PE.
    ///
    /// @param parts where they lie, by PE
    /// @param stride bytes of a part
    List<Long> of(List<Long> parts, long stride) {
        Map<Integer, Long> bases = new HashMap<>();
        entries.forEach((sip, table) -> {
            long base = machine.allocateVirtual(sip, stride * parts.size());
            bases.put(sip, base);
            for (int i = 0; i < parts.size() && stride > 0; i++) {
                table.add(new Mmu.Entry(base + i * stride, stride, parts.get(i)));
            }
        });
        return places.stream().map(place -> bases.getOrDefault(place.sip(), 0L)).toList();
    }

    /// The one address of a buffer that every SIP has an array of its own for.
    List<Long> ofEachSip(List<Long> parts, long stride) {
        int perSip = parts.size() / entries.size();
        Set<Long> bases = new HashSet<>();
        entries.keySet().forEach(sip -> bases.add(machine.allocateVirtual(sip, stride * perSip)));
        if (bases.size() != 1) {
            throw new IllegalStateException("SIPs with the same buffers have different virtual ranges: " + bases);
        }
        long base = bases.iterator().next();
        for (int i = 0; i < parts.size() && stride > 0; i++) {
            List<Mmu.Entry> table = entries.getOrDefault(places.get(i).sip(), List.of());
            table.add(new Mmu.Entry(base + i % perSip * stride, stride, parts.get(i)));
        }
        return places.stream().map(place -> base).toList();
    }

    /// Tells the PEs.
    void map() {
        if (entries.values().stream().anyMatch(table -> !table.isEmpty())) {
            machine.map(PeSet.of(places), place -> entries.getOrDefault(place.sip(), List.of()));
        }
    }
}
