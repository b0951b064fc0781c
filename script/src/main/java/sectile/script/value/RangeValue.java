package sectile.script.value;

import sectile.base.diag.Span;

/// `range(start, stop, step)`, without holding its numbers.
public final class RangeValue implements Sequence {
    private final long start;
    private final long stop;
    private final long step;
    private final int size;

    public RangeValue(long start, long stop, long step, Span at) {
        if (step == 0) {
            throw Problems.at(at, "TL-207", "the step of a range is 0", "use a step that leads somewhere");
        }
        long count;
        try {
            long distance = step > 0 ? Math.subtractExact(stop, start) : Math.subtractExact(start, stop);
            count = distance <= 0 ? 0 : (distance - 1) / Math.absExact(step) + 1;
        } catch (ArithmeticException e) {
            count = Long.MAX_VALUE;
        }
        if (count > Integer.MAX_VALUE) {
            throw Problems.at(at, "TL-207", "this range has more than " + Integer.MAX_VALUE + " numbers", "");
        }
        this.start = start;
        this.stop = stop;
        this.step = step;
        this.size = (int) count;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Object at(int index) {
        return start + index * step;
    }

    @Override
    public String toString() {
        return "range(" + start + ", " + stop + (step == 1 ? "" : ", " + step) + ")";
    }
}
