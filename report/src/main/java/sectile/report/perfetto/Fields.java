package sectile.report.perfetto;

/// Field and enum numbers of Perfetto's `trace_packet.proto`, `track_event.proto` and `track_descriptor.proto`.
final class Fields {
    static final int TRACE_PACKET = 1;

    static final int PACKET_TIMESTAMP = 8;
    static final int PACKET_SEQUENCE = 10;
    static final int PACKET_EVENT = 11;
    static final int PACKET_INTERNED = 12;
    static final int PACKET_FLAGS = 13;
    static final int PACKET_STATE_CLEARED = 41;
    static final int PACKET_TRACK = 60;

    /// The packet starts a sequence and refers to nothing before it.
    static final int FLAG_CLEARED = 1;
    /// The packet refers to interned names.
    static final int FLAG_NEEDS_STATE = 2;

    static final int EVENT_ANNOTATION = 4;
    static final int EVENT_TYPE = 9;
    static final int EVENT_NAME = 10;
    static final int EVENT_TRACK = 11;
    static final int EVENT_COUNTER = 30;
    static final int EVENT_DOUBLE_COUNTER = 44;
    static final int EVENT_FLOW = 47;
    static final int EVENT_FLOW_END = 48;

    static final int TYPE_BEGIN = 1;
    static final int TYPE_END = 2;
    static final int TYPE_INSTANT = 3;
    static final int TYPE_COUNTER = 4;

    static final int ANNOTATION_NAME = 1;
    static final int ANNOTATION_INT = 4;
    static final int ANNOTATION_DOUBLE = 5;
    static final int ANNOTATION_STRING = 6;

    static final int INTERNED_EVENT_NAME = 2;
    static final int INTERNED_ANNOTATION_NAME = 3;
    static final int INTERNED_ID = 1;
    static final int INTERNED_TEXT = 2;

    static final int TRACK_ID = 1;
    static final int TRACK_NAME = 2;
    static final int TRACK_PROCESS = 3;
    static final int TRACK_PARENT = 5;
    static final int TRACK_COUNTER = 8;
    static final int TRACK_CHILD_ORDER = 11;
    static final int TRACK_RANK = 12;

    /// Children are in the order of their ranks.
    static final int ORDER_EXPLICIT = 3;

    static final int PROCESS_ID = 1;
    static final int PROCESS_NAME = 6;

    static final int COUNTER_UNIT_NAME = 6;

    private Fields() {}
}
