package sectile.sim.component;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Every component a machine has, the level it is on, and the model that describes its cost.
public enum ComponentKind {
    HOST(Level.SYSTEM, ProcessorModel.class),
    PCIE_EP(Level.SYSTEM, NodeModel.class),
    SWITCH(Level.SYSTEM, NodeModel.class),
    IO(Level.SIP, NodeModel.class),
    IO_CPU(Level.SIP, ProcessorModel.class),
    NOC(Level.CUBE, NodeModel.class),
    M_CPU(Level.CUBE, ProcessorModel.class),
    HBM(Level.CUBE, NodeModel.class),
    SRAM(Level.CUBE, NodeModel.class),
    PE_CPU(Level.PE, ProcessorModel.class),
    SCHEDULER(Level.PE, ProcessorModel.class),
    PE_DMA(Level.PE, DmaModel.class),
    PE_GEMM(Level.PE, GemmModel.class),
    PE_MATH(Level.PE, MathModel.class),
    PE_MMU(Level.PE, ProcessorModel.class),
    PE_IPCQ(Level.PE, ProcessorModel.class),
    TCM(Level.PE, MemoryModel.class);

    /// The level of the hierarchy a component or link belongs to; also the section of the topology file that
    /// describes it.
    public enum Level {
        SYSTEM,
        SIP,
        CUBE,
        PE;

        private final String text = name().toLowerCase(Locale.ROOT);

        /// The name of the section: `system`, `sip`, `cube`, `pe`.
        public String text() {
            return text;
        }
    }

    private final String text = name().toLowerCase(Locale.ROOT);
    private final Level level;
    private final Class<? extends ComponentModel> model;

    ComponentKind(Level level, Class<? extends ComponentModel> model) {
        this.level = level;
        this.model = model;
    }

    public Level level() {
        return level;
    }

    /// The interface a model of this kind implements.
    public Class<? extends ComponentModel> model() {
        return model;
    }

    /// The name in topology files, component paths and traces, like `pe_dma`.
    public String text() {
        return text;
    }

    public static Optional<ComponentKind> parse(String text) {
        return Arrays.stream(values()).filter(kind -> kind.text().equals(text)).findFirst();
    }

    /// The components of one level, in declaration order.
    public static List<ComponentKind> of(Level level) {
        return Arrays.stream(values()).filter(kind -> kind.level == level).toList();
    }
}
