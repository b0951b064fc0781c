package sectile.ir.algorithm;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What a step does.
public enum StepType {
    SEND("s", false, true, false, true, false),
    RECEIVE("r", true, false, false, false, true),
    RECEIVE_COPY_SEND("rcs", true, true, false, false, true),
    RECEIVE_REDUCE_COPY("rrc", true, false, true, true, true),
    RECEIVE_REDUCE_SEND("rrs", true, true, true, true, false),
    RECEIVE_REDUCE_COPY_SEND("rrcs", true, true, true, true, true),
    /// The target becomes the source and the target combined.
    REDUCE("re", false, false, true, true, true),
    COPY("cpy", false, false, false, true, true),
    /// Only waits for what it depends on.
    NOTHING("nop", false, false, false, false, false);

    private final String text;
    private final boolean receives;
    private final boolean sends;
    private final boolean reduces;
    private final boolean readsSource;
    private final boolean writesTarget;

    StepType(String text, boolean receives, boolean sends, boolean reduces, boolean readsSource, boolean writesTarget) {
        this.text = text;
        this.receives = receives;
        this.sends = sends;
        this.reduces = reduces;
        this.readsSource = readsSource;
        this.writesTarget = writesTarget;
    }

    public String text() {
        return text;
    }

    public boolean receives() {
        return receives;
    }

    public boolean sends() {
        return sends;
    }

    public boolean reduces() {
        return reduces;
    }

    /// Whether the source is memory of this rank. A receive names the memory of the sender, which means nothing here.
    public boolean readsSource() {
        return readsSource;
    }

    /// Whether the target is memory of this rank.
    public boolean writesTarget() {
        return writesTarget;
    }

    public static Optional<StepType> parse(String word) {
        return Arrays.stream(values()).filter(type -> type.text.equals(word)).findFirst();
    }

    public static List<String> texts() {
        return Arrays.stream(values()).map(StepType::text).toList();
    }
}
