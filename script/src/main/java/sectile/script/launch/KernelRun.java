package sectile.script.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.python.value.DictValue;
import sectile.python.value.None;
import sectile.script.ExtraArguments;
import sectile.script.HostFunction;
import sectile.script.MachineFacts;
import sectile.script.NeighborMap;
import sectile.script.NeighborTable;
import sectile.script.Script;
import sectile.script.code.FunctionCode;
import sectile.script.problem.TextCode;
import sectile.sim.Place;
import sectile.sim.ipcq.Wiring;
import sectile.sim.problem.QueueCode;
import sectile.sim.topology.Topology;

/// A kernel, the PEs it runs on, and what its parameters get.
///
/// A parameter gets what the arguments say; `rank` and `world_size` come by themselves; the rest is what
/// `kernel_args` gives, or a default.
public final class KernelRun {
    private static final String RANK = "rank";
    private static final String WORLD = "world_size";
    private static final List<DiagnosticCode> NOT_INSTALLED = List.of(QueueCode.UNKNOWN_DIRECTION, QueueCode.NO_QUEUES);
    private static final String HOW_TO_WIRE =
            "name the neighbours: with --wiring, such as --wiring ring_1d, or with a function `neighbors` in the file";

    private final Script script;
    private final List<Place> places;
    private final SequencedMap<String, Argument> arguments;
    /// What `kernel_args` returned, which may differ from SIP to SIP.
    private final Map<Integer, Map<String, Object>> bySip;

    private final Optional<Wiring> wiring;

    private KernelRun(
            Script script,
            List<Place> places,
            SequencedMap<String, Argument> arguments,
            Map<Integer, Map<String, Object>> bySip,
            Optional<Wiring> wiring) {
        this.script = script;
        this.places = places;
        this.arguments = arguments;
        this.bySip = bySip;
        this.wiring = wiring;
    }

    /// Puts a run together.
    ///
    /// @param given by parameter
    /// @param wiring the queues; those of the file's `neighbors` if empty
    /// @param at where the arguments are
    /// @throws sectile.base.diag.DiagnosticException with everything that does not fit
    public static KernelRun of(
            Script script,
            Topology machine,
            List<Place> places,
            Map<String, Argument> given,
            Optional<Wiring> wiring,
            Span at) {
        Diagnostics problems = new Diagnostics();
        List<FunctionCode.Parameter> parameters = script.kernel().parameters();
        List<String> names =
                parameters.stream().map(FunctionCode.Parameter::name).toList();
        for (String name : given.keySet()) {
            if (!names.contains(name)) {
                problems.error(
                        TextCode.UNKNOWN_PARAMETER,
                        at,
                        "kernel `" + script.kernel().name() + "` has no parameter `" + name + "`",
                        Nearest.hint(name, names));
            }
        }
        checkSplits(given, places, at, problems);
        problems.throwIfErrors();
        Optional<DictValue> map = wiring.map(queues -> NeighborMap.of(queues, places, places::indexOf));
        Map<Integer, Map<String, Object>> bySip = new TreeMap<>();
        script.kernelArgs()
                .ifPresent(function -> places.forEach(place -> bySip.computeIfAbsent(
                        place.sip(), sip -> extra(function, names, given, machine, places, sip, map))));
        Map<String, Object> extra = bySip.getOrDefault(places.getFirst().sip(), Map.of());
        SequencedMap<String, Argument> all = new LinkedHashMap<>();
        for (FunctionCode.Parameter parameter : parameters) {
            String name = parameter.name();
            Argument argument = given.get(name);
            Object value = parameter.value();
            if (argument != null) {
                all.put(name, argument);
            } else if (extra.containsKey(name)) {
                all.put(name, new Argument.Scalar(extra.get(name)));
            } else if (name.equals(WORLD)) {
                all.put(name, new Argument.Scalar((long) places.size()));
            } else if (name.equals(RANK)) {
                // Every PE has its own; see valueOf.
                all.put(name, new Argument.Scalar(None.NONE));
            } else if (value != null) {
                all.put(name, new Argument.Scalar(value));
            } else {
                problems.error(
                        TextCode.NO_ARGUMENT,
                        parameter.span(),
                        "parameter `" + name + "` has no argument",
                        "give it with --kernel-args " + name + "=…, such as " + name + "=64 or " + name
                                + "=randn:64x64:f16");
            }
        }
        problems.throwIfErrors();
        Optional<Wiring> queues = wiring.or(() -> script.neighbors()
                .map(function -> new NeighborTable(function, machine, places.size(), Optional.empty())
                        .wire(places, places::indexOf, place -> places::get)));
        return new KernelRun(script, List.copyOf(places), all, bySip, queues);
    }

    private static void checkSplits(Map<String, Argument> given, List<Place> places, Span at, Diagnostics problems) {
        int sips = (int) places.stream().map(Place::sip).distinct().count();
        given.forEach((name, argument) -> {
            if (!(argument instanceof Buffer buffer)) {
                return;
            }
            if (buffer.sips() != 0 && buffer.sips() != sips) {
                problems.error(
                        TextCode.UNEQUAL_PARTS,
                        at,
                        "`" + name + "` has contents for " + Math.max(0, buffer.sips()) + " SIPs, but " + sips
                                + " take part",
                        "give one source for each SIP, or one for all");
                return;
            }
            int pes = buffer.spread() == Spread.SPREAD ? places.size() / sips : places.size();
            boolean cut = buffer.spread() == Spread.SPLIT || buffer.spread() == Spread.SPREAD;
            if (cut && (buffer.shape().rank() == 0 || buffer.shape().dim(0) % pes != 0)) {
                problems.error(
                        TextCode.UNEQUAL_PARTS,
                        at,
                        "`" + name + "` of shape " + buffer.shape() + " cannot be split into " + pes + " equal parts",
                        "make its first extent a multiple of the number of PEs");
            }
        });
    }

    private static Map<String, Object> extra(
            HostFunction function,
            List<String> names,
            Map<String, Argument> given,
            Topology machine,
            List<Place> places,
            int sip,
            Optional<DictValue> map) {
        Map<String, Object> known = MachineFacts.of(machine);
        long pes = places.size();
        known.put("sip_rank", (long)
                places.stream().map(Place::sip).distinct().toList().indexOf(sip));
        map.ifPresent(neighbours -> known.put(NeighborMap.NAME, neighbours));
        Map<String, Object> taken = new LinkedHashMap<>();
        known.put(WORLD, pes);
        taken.put(WORLD, pes);
        taken.put(RANK, None.NONE);
        given.forEach((name, argument) -> {
            Object value = argument instanceof Argument.Scalar scalar ? scalar.value() : None.NONE;
            taken.put(name, value);
            if (argument instanceof Argument.Scalar) {
                known.put(name, value);
            }
        });
        int pointers = 0;
        while (pointers < names.size() && given.get(names.get(pointers)) instanceof Buffer) {
            pointers++;
        }
        return ExtraArguments.of(function.call(known), names, pointers, taken, function.span());
    }

    public Script script() {
        return script;
    }

    /// What reports call it: the file, and the kernel if that is not called `kernel`.
    public String name() {
        String path = script.source().name();
        String file = path.substring(path.lastIndexOf('/') + 1);
        String kernel = script.kernel().name();
        return kernel.equals("kernel") ? file : file + " " + kernel;
    }

    /// The PEs in structural order; the index of each is its rank.
    public List<Place> places() {
        return places;
    }

    /// How many SIPs take part.
    int sips() {
        return (int) places.stream().map(Place::sip).distinct().count();
    }

    public Optional<Wiring> wiring() {
        return wiring;
    }

    /// A failure of this run, with what its author can do about queues that are not there.
    DiagnosticException explained(DiagnosticException failure) {
        if (wiring.isPresent()
                || failure.diagnostics().stream().noneMatch(problem -> NOT_INSTALLED.contains(problem.kind()))) {
            return failure;
        }
        DiagnosticException better = new DiagnosticException(failure.diagnostics().stream()
                .map(problem -> NOT_INSTALLED.contains(problem.kind()) ? problem.hint(HOW_TO_WIRE) : problem)
                .toList());
        better.initCause(failure);
        return better;
    }

    /// What each parameter gets, in order.
    public SequencedMap<String, Argument> arguments() {
        return arguments;
    }

    /// The buffers among the arguments.
    public SequencedMap<String, Buffer> buffers() {
        SequencedMap<String, Buffer> buffers = new LinkedHashMap<>();
        arguments.forEach((name, argument) -> {
            if (argument instanceof Buffer buffer) {
                buffers.put(name, buffer);
            }
        });
        return buffers;
    }

    /// The rank whose memory holds an element of a buffer, by its number in the array that is written out.
    public int holder(Buffer buffer, long element, long elements) {
        return switch (buffer.spread()) {
            case SHARED -> 0;
            case EACH, SPLIT, SPREAD -> (int) (element / Math.max(1, elements / places.size()));
        };
    }

    /// The arguments of one PE.
    ///
    /// @param addresses of its buffers, by name
    List<Object> values(int rank, Map<String, Long> addresses) {
        List<Object> values = new ArrayList<>();
        Map<String, Object> ofSip = bySip.getOrDefault(places.get(rank).sip(), Map.of());
        arguments.forEach((name, argument) -> {
            Object own = ofSip.get(name);
            if (own != null) {
                values.add(own);
                return;
            }
            switch (argument) {
                case Argument.Scalar scalar ->
                    values.add(
                            name.equals(RANK) && scalar.value() == None.NONE ? (Object) (long) rank : scalar.value());
                case Buffer _ -> values.add(addresses.getOrDefault(name, 0L));
            }
        });
        return values;
    }
}
