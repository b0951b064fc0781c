package sectile.sim.topology;

import java.util.List;
import java.util.Set;
import sectile.base.array.DType;
import sectile.sim.component.Attribute;
import sectile.sim.component.AttributeException;
import sectile.sim.component.AttributeSchema;
import sectile.sim.component.AttributeType;
import sectile.sim.component.Attributes;
import sectile.sim.component.Clock;
import sectile.sim.component.ComponentKind;
import sectile.sim.component.ComponentModel;
import sectile.sim.component.ComponentProvider;
import sectile.sim.component.GemmModel;
import sectile.sim.component.NodeModel;

/// What a user might put on the class path: two components that work and two that do not.
public final class UserComponents {
    private UserComponents() {}

    /// A switch, or a network, whose arbiter takes a time per port.
    public static final class SlowSwitch implements ComponentProvider {
        private record SlowSwitchModel(long overheadPs) implements NodeModel {}

        @Override
        public String name() {
            return "acme.slow_switch";
        }

        @Override
        public Set<ComponentKind> kinds() {
            return Set.of(ComponentKind.SWITCH, ComponentKind.NOC);
        }

        @Override
        public AttributeSchema schema() {
            return AttributeSchema.of(
                    Attribute.required("ports", new AttributeType.Count(2, 64), "ports the arbiter serves"),
                    Attribute.required("port_ns", new AttributeType.Time(), "time per port"),
                    Attribute.optional("fast", new AttributeType.Flag(), "false", "look at two ports at once"),
                    Attribute.optional("label", new AttributeType.Text(), "written on the chip"));
        }

        @Override
        public ComponentModel create(ComponentKind kind, Attributes attributes) throws AttributeException {
            if (attributes.flag("fast") && attributes.count("ports") % 2 != 0) {
                throw new AttributeException("ports", "a fast switch looks at ports in pairs", "use an even number");
            }
            long looks = attributes.flag("fast") ? attributes.count("ports") / 2 : attributes.count("ports");
            return new SlowSwitchModel(looks * attributes.time("port_ns"));
        }
    }

    /// A matrix engine that works on fragments, each in one cycle.
    public static final class TensorCore implements ComponentProvider {
        private record TensorCoreModel(long overheadPs, Clock clock, long fragments) implements GemmModel {
            @Override
            public long cycles(int m, int n, int k) {
                return Math.ceilDiv((long) m * n * k, fragments);
            }

            @Override
            public long picoseconds(int m, int n, int k, DType dtype) {
                return clock.picoseconds(cycles(m, n, k));
            }

            @Override
            public double peakFlops(DType dtype) {
                return 2e9 * fragments * clock.ghz();
            }
        }

        @Override
        public String name() {
            return "acme.tensor_core";
        }

        @Override
        public Set<ComponentKind> kinds() {
            return Set.of(ComponentKind.PE_GEMM);
        }

        @Override
        public AttributeSchema schema() {
            return AttributeSchema.of(
                    Attribute.required("clock_ghz", new AttributeType.Frequency(), "engine clock"),
                    Attribute.required(
                            "shape", new AttributeType.Choice(List.of("square", "wide")), "how fragments are cut"),
                    Attribute.optional("fragments", new AttributeType.Count(1, 1024), "64", "products per cycle"));
        }

        @Override
        public ComponentModel create(ComponentKind kind, Attributes attributes) {
            return new TensorCoreModel(0, attributes.clock("clock_ghz"), attributes.count("fragments"));
        }
    }

    /// Fails like code with a bug does.
    public static final class Throwing implements ComponentProvider {
        @Override
        public String name() {
            return "acme.throwing";
        }

        @Override
        public Set<ComponentKind> kinds() {
            return Set.of(ComponentKind.IO);
        }

        @Override
        public AttributeSchema schema() {
            return AttributeSchema.of();
        }

        @Override
        public ComponentModel create(ComponentKind kind, Attributes attributes) {
            throw new IllegalStateException("out of sorts");
        }
    }

    /// Makes a switch where a processor was asked for.
    public static final class WrongModel implements ComponentProvider {
        private record MisplacedModel(long overheadPs) implements NodeModel {}

        @Override
        public String name() {
            return "acme.wrong_model";
        }

        @Override
        public Set<ComponentKind> kinds() {
            return Set.of(ComponentKind.IO_CPU);
        }

        @Override
        public AttributeSchema schema() {
            return AttributeSchema.of();
        }

        @Override
        public ComponentModel create(ComponentKind kind, Attributes attributes) {
            return new MisplacedModel(0);
        }
    }
}
