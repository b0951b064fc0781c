package sectile.script.collective;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.dist.algorithm.Registries;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.CollectiveArgs;
import sectile.dist.ccl.Combination;
import sectile.dist.ccl.Mapper;
import sectile.dist.ccl.Team;
import sectile.python.value.DictValue;
import sectile.python.value.None;
import sectile.script.ExtraArguments;
import sectile.script.HostFunction;
import sectile.script.Literals;
import sectile.script.MachineFacts;
import sectile.script.NeighborMap;
import sectile.script.NeighborTable;
import sectile.script.Script;
import sectile.script.code.FunctionCode;
import sectile.script.code.Standing;
import sectile.script.problem.Problems;
import sectile.script.problem.TextCode;
import sectile.sim.Place;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Tl;

/// An algorithm that is a text file. Its kernel asks for what it wants by the names of its parameters.
public final class TextAlgorithm implements Algorithm {
    /// What a kernel may ask for.
    static final List<String> KNOWN =
            List.of("t_ptr", "n_elem", "out_ptr", "dtype", "op", "rank", "world_size", "segment", "window", "root");

    private final Script script;
    private final Set<Collective> collectives;
    private final Combination combination;
    private final List<FunctionCode.Parameter> parameters;
    /// How many parameters, from the first on, are addresses of tensors.
    private final int pointers;

    /// The parameters that are not known, which `kernel_args` or a default fills.
    private final List<FunctionCode.Parameter> open;

    /// @param collectives what it can do
    /// @param combination whose elements it brings together
    /// @param settings the entry that names it
    /// @throws sectile.base.diag.DiagnosticException if a parameter would get no value
    public TextAlgorithm(
            Script script, Set<Collective> collectives, Combination combination, AlgorithmSettings settings) {
        this.script = script;
        this.collectives = collectives;
        this.combination = combination;
        this.parameters = script.kernel().parameters();
        this.pointers = pointers(parameters);
        this.open = parameters.stream()
                .filter(parameter -> !KNOWN.contains(role(parameter)))
                .toList();
        Diagnostics problems = new Diagnostics();
        for (FunctionCode.Parameter parameter : open) {
            boolean given = fromEntry(settings, parameter.name()) != null;
            if (parameter.value() == null && script.kernelArgs().isEmpty() && !given) {
                problems.addAll(noValue(parameter).diagnostics());
            }
        }
        problems.throwIfErrors();
    }

    @Override
    public Set<Collective> collectives() {
        return collectives;
    }

    @Override
    public Combination combination() {
        return combination;
    }

    @Override
    public Kernel kernel() {
        Kernel kernel = this::run;
        Kernel named = kernel.named(script.kernel().name());
        return script.kernel().isRepeatable() ? named.repeatable() : named;
    }

    @Override
    public boolean changesTopology() {
        return script.neighbors()
                .map(function -> function.asksFor(NeighborMap.NAME))
                .orElse(false);
    }

    private void run(Tl tl, KernelArgs args) {
        CollectiveArgs known = CollectiveArgs.of(args);
        List<Object> values = new ArrayList<>(parameters.size());
        int next = 0;
        for (FunctionCode.Parameter parameter : parameters) {
            values.add(
                    switch (role(parameter)) {
                        case "t_ptr" -> known.pointer();
                        case "n_elem" -> known.elements();
                        case "out_ptr" -> known.output();
                        case "dtype" -> known.dtype().text();
                        case "op" -> known.op().text();
                        case "rank" -> (long) known.rank();
                        case "world_size" -> (long) known.world();
                        case "segment" -> (long) known.segment();
                        case "window" -> (long) known.window();
                        case "root" -> (long) known.root();
                        default -> Literals.decode(known.extra().get(next++));
                    });
        }
        // What kernel_args gave by position for a parameter that has a value by its name: which one, and the value.
        for (; next < known.extra().size(); next += 2) {
            int index = Math.toIntExact((Long) known.extra().get(next));
            values.set(index, Literals.decode(known.extra().get(next + 1)));
        }
        script.kernel().run(tl, values, Optional.of(new Standing(known.rank(), known.world())));
    }

    /// What a parameter is by its name; one at the front that ends in `ptr` is a tensor pointer whatever it is called.
    private String role(FunctionCode.Parameter parameter) {
        int index = parameters.indexOf(parameter);
        return index < pointers && !KNOWN.contains(parameter.name())
                ? index == 0 ? "t_ptr" : "out_ptr"
                : parameter.name();
    }

    private static int pointers(List<FunctionCode.Parameter> parameters) {
        int pointers = 0;
        while (pointers < Math.min(2, parameters.size())
                && parameters.get(pointers).name().endsWith("ptr")) {
            pointers++;
        }
        return pointers;
    }

    @Override
    public List<Object> extra(Collective collective, Team team, AlgorithmSettings settings, long elements, int rank) {
        Map<String, Object> given = script.kernelArgs()
                .map(function -> given(function, collective, team, settings, elements, rank))
                .orElse(Map.of());
        List<Object> extra = new ArrayList<>();
        for (FunctionCode.Parameter parameter : open) {
            Object value = given.get(parameter.name());
            value = value == null ? fromEntry(settings, parameter.name()) : value;
            value = value == null ? parameter.value() : value;
            if (value == null) {
                throw noValue(parameter);
            }
            extra.add(Literals.encode(value));
        }
        for (int i = 0; i < parameters.size(); i++) {
            Object value = given.get(parameters.get(i).name());
            if (value != null && !open.contains(parameters.get(i))) {
                extra.add((long) i);
                extra.add(Literals.encode(value));
            }
        }
        return extra;
    }

    /// What the entry of the ccl.yaml says, also without `kernel_` before the name.
    private static @Nullable Object fromEntry(AlgorithmSettings settings, String name) {
        Object value = settings.parameters().get(name);
        return value == null ? settings.parameters().get("kernel_" + name) : value;
    }

    private DiagnosticException noValue(FunctionCode.Parameter parameter) {
        return script.kernelArgs().isPresent()
                ? Problems.at(
                        parameter.span(),
                        TextCode.KERNEL_ARGS_DO_NOT_FIT,
                        "kernel_args gives nothing for `" + parameter.name() + "`",
                        "return a tuple for the parameters after the tensor pointers, or a dict by name")
                : Problems.at(
                        parameter.span(),
                        TextCode.NO_VALUE,
                        "the kernel's parameter `" + parameter.name() + "` has no value",
                        Nearest.of(parameter.name(), KNOWN)
                                .map(near -> "did you mean `" + near + "`?")
                                .orElse("return it from kernel_args, give it a default, or write `kernel_"
                                        + parameter.name() + "` into the ccl.yaml"));
    }

    private Map<String, Object> given(
            HostFunction function,
            Collective collective,
            Team team,
            AlgorithmSettings settings,
            long elements,
            int rank) {
        Map<String, Object> known = MachineFacts.of(team.machine());
        known.put("world_size", (long) team.size());
        known.put("n_elem", elements);
        known.put("collective", collective.text());
        known.put("sip_rank", (long) rank);
        known.putAll(settings.parameters());
        if (function.asksFor(NeighborMap.NAME)) {
            map(team, settings).ifPresent(map -> known.put(NeighborMap.NAME, map));
        }
        Map<String, Object> taken = new LinkedHashMap<>();
        KNOWN.forEach(name -> taken.put(name, known.getOrDefault(name, None.NONE)));
        List<String> names =
                parameters.stream().map(FunctionCode.Parameter::name).toList();
        return ExtraArguments.of(function.call(known), names, pointers, taken, function.span());
    }

    /// The neighbours of every rank in the topology that the entry names, if it names one.
    private static Optional<DictValue> map(Team team, AlgorithmSettings settings) {
        if (settings.topology().equals("none")) {
            return Optional.empty();
        }
        Mapper leaders = (machine, sip) -> List.of(new Place(sip, 0, 0));
        Wiring wiring = Registries.builtin()
                .topologies()
                .find(settings.topology(), settings.span())
                .wire(team, leaders);
        List<Place> places =
                team.sips().stream().map(sip -> new Place(sip, 0, 0)).toList();
        return Optional.of(NeighborMap.of(wiring, places, place -> team.sips().indexOf(place.sip())));
    }

    @Override
    public Wiring wiring(Team team, Mapper mapper, AlgorithmSettings settings) {
        HostFunction neighbors = script.neighbors()
                .orElseThrow(() -> Problems.at(
                        script.kernel().span(),
                        TextCode.BAD_NEIGHBORS,
                        "`" + settings.name() + "` has neither a function neighbors nor a topology",
                        "add `def neighbors(rank, world_size)` or TOPOLOGY = \"ring_1d\""));
        List<Place> all = new ArrayList<>();
        List<List<Place>> byRank = new ArrayList<>();
        for (int rank = 0; rank < team.size(); rank++) {
            byRank.add(mapper.places(team.machine(), team.sip(rank)));
            all.addAll(byRank.getLast());
        }
        return new NeighborTable(neighbors, team.machine(), team.size(), map(team, settings))
                .wire(all, place -> team.sips().indexOf(place.sip()), place -> {
                    int position = byRank.get(team.sips().indexOf(place.sip())).indexOf(place);
                    return rank -> byRank.get(rank).get(position);
                });
    }
}
