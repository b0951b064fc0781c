package sectile.script.collective;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.CollectiveArgs;
import sectile.dist.ccl.Combination;
import sectile.dist.ccl.Mapper;
import sectile.dist.ccl.Team;
import sectile.python.value.None;
import sectile.script.ExtraArguments;
import sectile.script.HostFunction;
import sectile.script.Literals;
import sectile.script.MachineFacts;
import sectile.script.NeighborTable;
import sectile.script.Script;
import sectile.script.code.FunctionCode;
import sectile.script.problem.Problems;
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
    /// The parameters that are not known, which `kernel_args` or a default fills.
    private final List<FunctionCode.Parameter> open;

    /// @param collectives what it can do
    /// @param combination whose elements it brings together
    /// @throws sectile.base.diag.DiagnosticException if a parameter would get no value
    public TextAlgorithm(Script script, Set<Collective> collectives, Combination combination) {
        this.script = script;
        this.collectives = collectives;
        this.combination = combination;
        this.parameters = script.kernel().parameters();
        this.open = parameters.stream()
                .filter(parameter -> !KNOWN.contains(parameter.name()))
                .toList();
        Diagnostics problems = new Diagnostics();
        for (FunctionCode.Parameter parameter : open) {
            if (parameter.value() == null && script.kernelArgs().isEmpty()) {
                problems.error(
                        "TL-305",
                        parameter.span(),
                        "the kernel's parameter `" + parameter.name() + "` has no value",
                        Nearest.of(parameter.name(), KNOWN)
                                .map(near -> "did you mean `" + near + "`?")
                                .orElse("return it from kernel_args, or give it a default"));
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

    private void run(Tl tl, KernelArgs args) {
        CollectiveArgs known = CollectiveArgs.of(args);
        List<Object> values = new ArrayList<>(parameters.size());
        int next = 0;
        for (FunctionCode.Parameter parameter : parameters) {
            values.add(
                    switch (parameter.name()) {
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
        script.kernel().run(tl, values);
    }

    @Override
    public List<Object> extra(Collective collective, Team team, AlgorithmSettings settings, long elements) {
        Map<String, Object> given = script.kernelArgs()
                .map(function -> given(function, collective, team, elements))
                .orElse(Map.of());
        List<Object> extra = new ArrayList<>();
        for (FunctionCode.Parameter parameter : open) {
            Object value = given.getOrDefault(
                    parameter.name(), parameter.value() == null ? Missing.MISSING : parameter.value());
            if (value == Missing.MISSING) {
                throw Problems.at(
                        parameter.span(),
                        "TL-302",
                        "kernel_args gives nothing for `" + parameter.name() + "`",
                        "return a tuple for the last parameters, or a dict by name");
            }
            extra.add(Literals.encode(value));
        }
        return extra;
    }

    private enum Missing {
        MISSING
    }

    private Map<String, Object> given(HostFunction function, Collective collective, Team team, long elements) {
        Map<String, Object> known = MachineFacts.of(team.machine());
        known.put("world_size", (long) team.size());
        known.put("n_elem", elements);
        known.put("collective", collective.text());
        Map<String, Object> taken = new LinkedHashMap<>();
        KNOWN.forEach(name -> taken.put(name, known.getOrDefault(name, None.NONE)));
        List<String> names =
                parameters.stream().map(FunctionCode.Parameter::name).toList();
        return ExtraArguments.of(function.call(known), names, taken, function.span());
    }

    @Override
    public Wiring wiring(Team team, Mapper mapper, AlgorithmSettings settings) {
        HostFunction neighbors = script.neighbors()
                .orElseThrow(() -> Problems.at(
                        script.kernel().span(),
                        "TL-303",
                        "`" + settings.name() + "` has neither a function neighbors nor a topology",
                        "add `def neighbors(rank, world_size)` or TOPOLOGY = \"ring_1d\""));
        List<Place> all = new ArrayList<>();
        List<List<Place>> byRank = new ArrayList<>();
        for (int rank = 0; rank < team.size(); rank++) {
            byRank.add(mapper.places(team.machine(), team.sip(rank)));
            all.addAll(byRank.getLast());
        }
        return new NeighborTable(neighbors, team.machine(), team.size())
                .wire(all, place -> team.sips().indexOf(place.sip()), place -> {
                    int position = byRank.get(team.sips().indexOf(place.sip())).indexOf(place);
                    return rank -> byRank.get(rank).get(position);
                });
    }
}
