package sectile.interp.machine;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import sectile.interp.value.Bootstrap;
import sectile.ir.CommGroup;

/// What the bootstrap configs of a run's devices say about its windows, by name.
final class Contexts {
    /// What a window has on its devices.
    ///
    /// @param devices by rank
    record Context(List<Integer> devices, long nbytes) {}

    private final Map<String, Context> contexts = new HashMap<>();

    Contexts(List<CommGroup> groups, int ranks) {
        List<Integer> devices = IntStream.range(0, ranks).boxed().toList();
        Map<Integer, TreeMap<Integer, Integer>> members = new HashMap<>();
        Map<Integer, List<Bootstrap.Buffer>> buffers = new HashMap<>();
        Bootstrap.of(groups, devices).forEach((device, configs) -> {
            for (Bootstrap config : configs) {
                members.computeIfAbsent(config.group(), g -> new TreeMap<>()).put(config.rank(), device);
                buffers.putIfAbsent(config.group(), config.buffers());
            }
        });
        buffers.forEach((group, slots) -> {
            List<Integer> byRank =
                    List.copyOf(Objects.requireNonNull(members.get(group)).values());
            slots.forEach(slot -> contexts.put(slot.name(), new Context(byRank, slot.nbytes())));
        });
    }

    Optional<Context> of(String window) {
        return Optional.ofNullable(contexts.get(window));
    }
}
