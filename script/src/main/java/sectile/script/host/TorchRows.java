package sectile.script.host;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.number.Tile;
import sectile.dist.Cluster;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.Mapper;
import sectile.dist.ccl.Team;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.Tensors;
import sectile.python.value.None;
import sectile.python.value.Values;
import sectile.script.Literals;
import sectile.script.code.Activation;
import sectile.script.code.Callable;
import sectile.script.code.Given;
import sectile.script.code.Standing;
import sectile.script.problem.Place;
import sectile.script.problem.Problems;
import sectile.script.problem.TextCode;
import sectile.sim.ipcq.InstallPlan;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.machine.LaunchResult;
import sectile.sim.machine.PeSet;
import sectile.sim.topology.Topology;

/// `torch.…`: tensors, launches, queues, devices and workers.
final class TorchRows {
    private static final String TENSOR = "dtype='f16', dp=None, name=None, space='hbm'";

    private final Session session;

    TorchRows(Session session) {
        this.session = session;
    }

    List<Row> all() {
        List<Row> rows = new ArrayList<>(List.of(
                Row.of("torch.zeros", "*shape, " + TENSOR, a -> full(a, 0)),
                Row.of("torch.ones", "*shape, " + TENSOR, a -> full(a, 1)),
                Row.of("torch.full", "shape, fill_value, " + TENSOR, a -> full(a, a.number("fill_value"))),
                Row.of(
                        "torch.empty",
                        "*shape, " + TENSOR,
                        a -> made(a, () -> tensors(a).empty(a.shape("shape"), a.dtype("dtype"), a.layout("dp")))),
                Row.of(
                        "torch.arange",
                        "end, " + TENSOR,
                        a -> made(
                                a,
                                () -> tensors(a).arange(Shape.of(a.integer("end")), a.dtype("dtype"), a.layout("dp")))),
                Row.of("torch.from_numpy", "array, dtype=None, dp=None, name=None, space='hbm'", this::fromHost),
                Row.of("torch.tensor", "array, dtype=None, dp=None, name=None, space='hbm'", this::fromHost),
                Row.of("torch.launch", "name, kernel, *args", this::launch),
                Row.action(
                        "torch.install_ipcq",
                        "algorithm=None, topology=None, mapper=None, buffer_kind=None, n_slots=None, slot_size=None,"
                                + " world_size=None",
                        this::installQueues),
                Row.action("torch.multiprocessing.spawn", "fn, args=(), nprocs=None, join=True", this::spawn)));
        rows.addAll(devices());
        return rows;
    }

    // Tensors

    private Tensors tensors(Bound a) {
        return session.cluster().tensors(a.space("space"));
    }

    private Object full(Bound a, double value) {
        Shape shape = a.shape("shape");
        DType dtype = a.dtype("dtype");
        Tile.constant(dtype, value);
        return made(a, () -> tensors(a).full(shape, dtype, value, a.layout("dp")));
    }

    private Object fromHost(Bound a) {
        Optional<DType> dtype = a.has("dtype") ? Optional.of(a.dtype("dtype")) : Optional.empty();
        NdArray values = Arrays.of(a.value("array"), dtype, Place.at(a.span("array")));
        return made(a, () -> tensors(a).fromHost(values, a.layout("dp")));
    }

    private static Object made(Bound a, Supplier<DeviceTensor> tensor) {
        String name = a.has("name") ? a.text("name") : "";
        return new TensorValue(tensor.get(), name);
    }

    // Launches

    /// Runs a kernel on the PEs that hold a part of one of its tensors; on all PEs of the device if it has none.
    private Object launch(Bound a) {
        String name = a.text("name");
        if (!(a.value("kernel") instanceof KernelValue kernel)) {
            throw Problems.at(
                    a.span("kernel"),
                    TextCode.BAD_LAUNCH,
                    "only a kernel can be launched, not " + Problems.kind(a.value("kernel")),
                    "a kernel is a function with a parameter `tl`");
        }
        Cluster cluster = session.cluster();
        Set<sectile.sim.Place> places = new LinkedHashSet<>();
        List<Object> values = new ArrayList<>();
        Optional<Integer> sip = Optional.empty();
        for (Bound.Argument argument : a.rest("args")) {
            if (argument.value() instanceof TensorValue tensor) {
                if (sip.isPresent() && sip.get() != tensor.tensor().sip()) {
                    throw Problems.at(
                            argument.span(),
                            TextCode.BAD_LAUNCH,
                            "the tensors of a launch lie on SIP " + sip.get() + " and on SIP "
                                    + tensor.tensor().sip(),
                            "launch once for each device");
                }
                sip = Optional.of(tensor.tensor().sip());
                tensor.tensor().settle();
                tensor.tensor()
                        .shards()
                        .forEach(shard -> places.add(shard.spec().place()));
                values.add(tensor.tensor().virtualBase());
            } else {
                values.add(scalar(argument));
            }
        }
        if (places.isEmpty()) {
            PeSet.sip(cluster.machine().topology(), cluster.device().index())
                    .places()
                    .forEach(places::add);
        }
        // Asked now: while the kernel runs, other workers do.
        Standing standing = standing(cluster);
        LaunchResult result = cluster.launch(
                kernel.kernel().standing(place -> standing),
                place -> new KernelArgs(values),
                PeSet.of(List.copyOf(places)));
        session.launched(name, places.size() + (places.size() == 1 ? " PE" : " PEs"), result);
        return new LaunchValue(result);
    }

    private static Standing standing(Cluster cluster) {
        return cluster.distributed().isInitialized()
                ? new Standing(
                        cluster.distributed().rank(), cluster.distributed().worldSize())
                : new Standing(cluster.device().index(), cluster.devices().size());
    }

    private static Object scalar(Bound.Argument argument) {
        if (Values.isForeign(argument.value())) {
            throw Problems.at(
                    argument.span(),
                    TextCode.BAD_LAUNCH,
                    Problems.kind(argument.value()) + " cannot be an argument of a kernel",
                    "arguments are tensors, numbers, strings, tuples and lists; copy an array into a tensor first");
        }
        return Literals.encode(argument.value());
    }

    // Queues

    /// Installs queues as an entry of the ccl.yaml describes them, with some of its settings changed.
    private void installQueues(Bound a) {
        Cluster cluster = session.cluster();
        CclConfig config = session.algorithms().config();
        String chosen = a.has("algorithm")
                ? a.word("algorithm", List.copyOf(config.algorithms().keySet()))
                : config.chosen().getOrDefault(Collective.ALL_REDUCE, CclConfig.AUTO);
        AlgorithmSettings settings =
                chosen.equals(CclConfig.AUTO) ? config.algorithms().firstEntry().getValue() : config.algorithm(chosen);
        Topology machine = cluster.machine().topology();
        int ranks = a.has("world_size") ? a.count("world_size") : machine.sips();
        if (ranks < 1 || ranks > machine.sips()) {
            throw Problems.at(
                    a.span("world_size"),
                    TextCode.HOST_ARGUMENT,
                    "a world of " + ranks + " ranks on a machine of " + machine.sips() + " SIPs",
                    "use 1 to " + machine.sips());
        }
        var registries = session.algorithms().registries();
        Team team = new Team(
                "install_ipcq",
                machine,
                java.util.stream.IntStream.range(0, ranks).boxed().toList());
        String mapperName =
                a.has("mapper") ? a.word("mapper", registries.mappers().names()) : settings.mapper();
        Mapper mapper = registries.mappers().find(mapperName, a.span("mapper"));
        String topology =
                a.has("topology") ? a.word("topology", registries.topologies().names()) : settings.topology();
        Wiring wiring = topology.equals("none")
                ? registries
                        .algorithms()
                        .find(settings.kernel(), settings.span())
                        .wiring(team, mapper, settings)
                : registries.topologies().find(topology, a.span("topology")).wire(team, mapper);
        Space buffer = a.has("buffer_kind")
                ? a.space("buffer_kind")
                : settings.queues().buffer();
        int slots = a.has("n_slots") ? a.count("n_slots") : settings.queues().slots();
        long slotBytes =
                a.has("slot_size") ? a.integer("slot_size") : settings.queues().slotSize();
        if (slots < 1 || slotBytes < 0) {
            throw Problems.at(
                    a.span(), TextCode.HOST_ARGUMENT, "a queue has at least one slot of at least one byte", "");
        }
        QueueConfig queues = new QueueConfig(
                buffer,
                slots,
                slotBytes == 0 ? 4096 : slotBytes,
                machine.fabric().creditBytes());
        cluster.install(InstallPlan.of(wiring, queues));
    }

    // Workers

    private void spawn(Bound a) {
        if (!(a.value("fn") instanceof Callable function)) {
            throw a.wrong("fn", "a function");
        }
        Cluster cluster = session.cluster();
        int count = a.has("nprocs")
                ? a.count("nprocs")
                : cluster.machine().topology().sips();
        Object[] further =
                Values.sequence(a.value("args"), Place.at(a.span("args"))).copy();
        cluster.spawn(count, rank -> {
            Activation run =
                    Activation.onHost(session.printed(), cluster.machine().limits());
            List<Object> arguments = new ArrayList<>();
            arguments.add((long) rank);
            arguments.addAll(List.of(further));
            function.call(Given.of(run, arguments, a.span("fn")));
        });
    }

    // Devices

    private List<Row> devices() {
        List<Row> rows = new ArrayList<>();
        for (String module : List.of("torch.ahbm", "torch.cuda")) {
            rows.add(Row.action(module + ".set_device", "device", a -> setDevice(a, "device")));
            rows.add(Row.of(module + ".current_device", "", a -> currentDevice()));
            rows.add(Row.of(module + ".device_count", "", a -> deviceCount()));
        }
        rows.add(Row.action("torch.accelerator.set_device_index", "device", a -> setDevice(a, "device")));
        rows.add(Row.of("torch.accelerator.current_device_index", "", a -> currentDevice()));
        rows.add(Row.of("torch.accelerator.device_count", "", a -> deviceCount()));
        return rows;
    }

    private void setDevice(Bound a, String name) {
        session.cluster().ahbm().setDevice(a.count(name));
    }

    /// None until one was set.
    private Object currentDevice() {
        var device = session.cluster().ahbm().currentDevice();
        return device.isPresent() ? (Object) (long) device.getAsInt() : None.NONE;
    }

    private Object deviceCount() {
        return (long) session.cluster().machine().topology().sips();
    }
}
