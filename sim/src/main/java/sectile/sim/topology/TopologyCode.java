package sectile.sim.topology;

import java.util.Locale;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Span;

/// Every problem a topology can have beyond those of any YAML file. `docs/diagnostics/topology.md` explains each.
enum TopologyCode implements DiagnosticCode {
    UNKNOWN_KEY(100),
    UNKNOWN_PRESET(101),
    UNREADABLE_FILE(102),
    UNKNOWN_PATH(103),
    MISSING_LINK(104),
    MISSING_COMPONENT(105),
    MISSING_SECTION(106),

    MALFORMED_QUANTITY(110),
    RATE_NOT_POSITIVE(111),
    NEGATIVE_TIME(112),
    TIME_TOO_FINE(113),
    QUANTITY_OUT_OF_RANGE(114),
    LATENCY_AND_DISTANCE(115),
    LATENCY_INCOMPLETE(116),
    TRANSFER_TOO_LONG(117),

    SIP_COUNT(120),
    NOT_SQUARE(121),
    SHAPE_MISMATCH(122),
    SHAPE_OF_RING(123),
    MESH_EXTENT(124),
    IO_CUBE(125),
    PE_PER_CORNER(126),
    NO_CORNER(127),
    CORNER_TWICE(128),
    TOO_MANY_PES(129),

    ADDRESS_TOO_NARROW(130),
    ADDRESS_FIELD(131),
    ADDRESS_TOO_WIDE(132),
    HBM_WINDOW(133),
    RESOURCE_WINDOW(134),
    HBM_SLICES(135),
    TCM_RESERVED(136),
    EMPTY_MEMORY(137),
    COMPOSITE_TILE(138),

    UNKNOWN_IMPL(140),
    IMPL_OF_OTHER_KIND(141),
    KIND_MISMATCH(142),
    UNKNOWN_ATTRIBUTE(143),
    MISSING_ATTRIBUTE(144),
    WRONG_ATTRIBUTE(145),
    ATTRIBUTES_REFUSED(146),
    UNKNOWN_TABLE_KEY(147),
    IMPL_FAILED(148),

    CHUNK_BYTES(150),
    VIRTUAL_CHANNELS(151),
    MESSAGE_BYTES(152),

    PAIRS_OF_GRAPH(160),
    BAD_PAIR(161),
    LINK_TWICE(162),
    NO_SUCH_LINK(163),
    WIRES_OF_SWITCH(164),

    NOT_A_TOPOLOGY_XML(170),
    XML_ATTRIBUTE(171),
    XML_LINK(172),
    NOT_JOINED(173),
    UNEQUAL_LINKS(174),

    ENERGY_NOT_COUNTED(180),

    NO_SUCH_PLACE(190),
    NO_SUCH_PART(191),
    BAD_DISTRIBUTION(192);

    private final int number;

    TopologyCode(int number) {
        this.number = number;
    }

    @Override
    public String text() {
        return String.format(Locale.ROOT, "TOP-%d", number);
    }

    void report(Diagnostics problems, Span span, String message, String hint) {
        problems.error(this, span, message, hint);
    }
}
