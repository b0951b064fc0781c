package sectile.sim.component;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import sectile.base.array.DType;
import sectile.sim.component.AttributeType.Choice;
import sectile.sim.component.AttributeType.Count;
import sectile.sim.component.AttributeType.Frequency;
import sectile.sim.component.AttributeType.Group;
import sectile.sim.component.AttributeType.Rate;
import sectile.sim.component.AttributeType.Table;
import sectile.sim.component.AttributeType.Time;

/// The implementations that come with the simulator: one per component, named `builtin.` and the component.
final class BuiltinComponents {
    private static final Attribute OVERHEAD = Attribute.required("overhead_ns", new Time(), "fixed time of each use");
    private static final Attribute CLOCK = Attribute.required("clock_ghz", new Frequency(), "engine clock");
    private static final Attribute RATES = Attribute.optional(
            "rates",
            new Table(DType.texts()),
            "speed per element type relative to the plain rate; a type not listed has 1");

    private static final AttributeSchema NODE = AttributeSchema.of(OVERHEAD);
    private static final AttributeSchema PROCESSOR = AttributeSchema.of(
            OVERHEAD, Attribute.optional("entry_ns", new Time(), "0", "additional time per table entry of a request"));
    private static final AttributeSchema MOVER = AttributeSchema.of(
            OVERHEAD, Attribute.required("bandwidth_gbs", new Rate(), "most it moves in one direction"));
    private static final AttributeSchema DMA = AttributeSchema.of(
            OVERHEAD,
            Attribute.required("bandwidth_gbs", new Rate(), "most a channel moves in one direction"),
            Attribute.optional(
                    "channels", new Count(1, 64), "1", "transfers it works on at the same time in each direction"));
    private static final AttributeSchema MATH = AttributeSchema.of(
            OVERHEAD,
            CLOCK,
            Attribute.required("lanes", size(), "elements worked on per cycle at rate 1"),
            Attribute.required(
                    "cycles", new Table(LaneMath.cycleKeys()), "cycles per group of lanes for each operation"),
            RATES);
    private static final AttributeSchema GEMM = AttributeSchema.of(
            OVERHEAD,
            CLOCK,
            Attribute.required(
                    "model", new Choice(List.of("mac_array", "systolic")), "which of the groups below counts"),
            Attribute.optional("mac_array", new Group(macArray()), "an array of multiply-add trees"),
            Attribute.optional("systolic", new Group(systolic()), "a systolic array"),
            RATES);

    private BuiltinComponents() {}

    static List<ComponentProvider> all() {
        List<ComponentProvider> all = new ArrayList<>();
        for (ComponentKind kind : ComponentKind.values()) {
            all.add(builtin(kind));
        }
        return all;
    }

    private static ComponentProvider builtin(ComponentKind kind) {
        return switch (kind) {
            case PCIE_EP, SWITCH, IO, NOC, HBM, SRAM -> new Builtin(kind, NODE, BuiltinComponents::node);
            case HOST, IO_CPU, M_CPU, PE_CPU, SCHEDULER, PE_MMU, PE_IPCQ ->
                new Builtin(kind, PROCESSOR, BuiltinComponents::processor);
            case PE_DMA -> new Builtin(kind, DMA, BuiltinComponents::dma);
            case TCM -> new Builtin(kind, MOVER, BuiltinComponents::memory);
            case PE_GEMM -> new Builtin(kind, GEMM, BuiltinComponents::gemm);
            case PE_MATH -> new Builtin(kind, MATH, LaneMath::of);
        };
    }

    private static AttributeSchema macArray() {
        return AttributeSchema.of(
                Attribute.required("rows", size(), "rows of C made at once"),
                Attribute.required("cols", size(), "columns of C made at once"),
                Attribute.required("depth", size(), "products added up per element of C and cycle"));
    }

    private static AttributeSchema systolic() {
        return AttributeSchema.of(
                Attribute.required("rows", size(), "rows of the array"),
                Attribute.required("cols", size(), "columns of the array"),
                Attribute.required("dataflow", new Choice(Dataflow.texts()), "the operand that stays in the array"));
    }

    private static Count size() {
        return new Count(1, Integer.MAX_VALUE);
    }

    private static ComponentModel node(Attributes attributes) {
        record FixedNode(long overheadPs) implements NodeModel {}
        return new FixedNode(attributes.time("overhead_ns"));
    }

    private static ComponentModel processor(Attributes attributes) {
        record TableProcessor(long overheadPs, long entryPs) implements ProcessorModel {
            @Override
            public long servicePs(long entries) {
                return Math.addExact(overheadPs, Math.multiplyExact(entryPs, entries));
            }
        }
        return new TableProcessor(attributes.time("overhead_ns"), attributes.time("entry_ns"));
    }

    private static ComponentModel dma(Attributes attributes) {
        record RatedDma(long overheadPs, Bandwidth bandwidth, int channels) implements DmaModel {}
        return new RatedDma(
                attributes.time("overhead_ns"),
                attributes.rate("bandwidth_gbs"),
                Math.toIntExact(attributes.count("channels")));
    }

    private static ComponentModel memory(Attributes attributes) {
        record RatedMemory(long overheadPs, Bandwidth bandwidth) implements MemoryModel {}
        return new RatedMemory(attributes.time("overhead_ns"), attributes.rate("bandwidth_gbs"));
    }

    private static ComponentModel gemm(Attributes attributes) throws AttributeException {
        String model = attributes.text("model");
        if (!attributes.has(model)) {
            throw new AttributeException(
                    "model",
                    "model `" + model + "` needs a group `" + model + "`",
                    "add `" + model + ": { … }` to the attributes");
        }
        Attributes shape = attributes.group(model);
        int rows = Math.toIntExact(shape.count("rows"));
        int cols = Math.toIntExact(shape.count("cols"));
        long overheadPs = attributes.time("overhead_ns");
        DtypePeriods periods = DtypePeriods.of(attributes);
        return model.equals("mac_array")
                ? new MacArrayGemm(overheadPs, periods, rows, cols, Math.toIntExact(shape.count("depth")))
                : new SystolicGemm(overheadPs, periods, rows, cols, Dataflow.of(shape.text("dataflow")));
    }

    private interface Maker {
        ComponentModel make(Attributes attributes) throws AttributeException;
    }

    private record Builtin(ComponentKind kind, AttributeSchema schema, Maker maker) implements ComponentProvider {
        @Override
        public String name() {
            return "builtin." + kind.text();
        }

        @Override
        public Set<ComponentKind> kinds() {
            return Set.of(kind);
        }

        @Override
        public ComponentModel create(ComponentKind wanted, Attributes attributes) throws AttributeException {
            return maker.make(attributes);
        }
    }
}
