package sectile.report.perfetto;

import java.util.Arrays;

/// What a slice says when it is selected, and the arrows that leave and enter it. May be cleared and used again.
public final class Details {
    /// How a value is written.
    enum Kind {
        WHOLE,
        REAL,
        TEXT
    }

    private Kind[] kinds = new Kind[4];
    private String[] names = new String[4];
    private String[] texts = new String[4];
    private long[] numbers = new long[4];
    private int count;
    private long[] flows = new long[2];
    private boolean[] outgoing = new boolean[2];
    private int flowCount;

    public Details number(String name, long value) {
        return add(Kind.WHOLE, name, value, "");
    }

    public Details number(String name, double value) {
        return add(Kind.REAL, name, Double.doubleToLongBits(value), "");
    }

    public Details text(String name, String value) {
        return add(Kind.TEXT, name, 0, value);
    }

    /// An arrow starts here: to the slice that has the same id with [#flowIn].
    public Details flowOut(long id) {
        return flow(id, true);
    }

    /// The arrow of that id ends here.
    public Details flowIn(long id) {
        return flow(id, false);
    }

    public Details clear() {
        count = 0;
        flowCount = 0;
        return this;
    }

    int count() {
        return count;
    }

    Kind kind(int index) {
        return kinds[index];
    }

    String name(int index) {
        return names[index];
    }

    /// An integer, or the bits of a real one.
    long number(int index) {
        return numbers[index];
    }

    String text(int index) {
        return texts[index];
    }

    int flowCount() {
        return flowCount;
    }

    long flow(int index) {
        return flows[index];
    }

    boolean isOutgoing(int index) {
        return outgoing[index];
    }

    private Details add(Kind kind, String name, long number, String text) {
        if (count == names.length) {
            kinds = Arrays.copyOf(kinds, count * 2);
            names = Arrays.copyOf(names, count * 2);
            texts = Arrays.copyOf(texts, count * 2);
            numbers = Arrays.copyOf(numbers, count * 2);
        }
        kinds[count] = kind;
        names[count] = name;
        texts[count] = text;
        numbers[count++] = number;
        return this;
    }

    private Details flow(long id, boolean out) {
        if (flowCount == flows.length) {
            flows = Arrays.copyOf(flows, flowCount * 2);
            outgoing = Arrays.copyOf(outgoing, flowCount * 2);
        }
        flows[flowCount] = id;
        outgoing[flowCount++] = out;
        return this;
    }
}
