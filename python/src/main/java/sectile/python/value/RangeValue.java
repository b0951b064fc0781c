package sectile.python.value;

/// `range(start, stop, step)`, without holding its numbers.
public final class RangeValue implements Sequence {
    private final long start;
    private final long stop;
    private final long step;
    private final int size;

    public RangeValue(long start, long stop, long step, Site site) {
        if (step == 0) {
            throw site.fault(Fault.VALUE, "the step of a range is 0");
        }
        long count;
        try {
            long distance = step > 0 ? Math.subtractExact(stop, start) : Math.subtractExact(start, stop);
            count = distance <= 0 ? 0 : (distance - 1) / Math.absExact(step) + 1;
        } catch (ArithmeticException e) {
            count = Long.MAX_VALUE;
        }
        if (count > Integer.MAX_VALUE) {
            throw site.fault(Fault.SIZE, "this range has more than " + Integer.MAX_VALUE + " numbers");
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

    /// The part `[from:to:stride]`, with bounds inside the range.
    public RangeValue part(long from, long to, long stride, Site site) {
        return new RangeValue(start + from * step, start + to * step, stride * step, site);
    }

    @Override
    public String toString() {
        return "range(" + start + ", " + stop + (step == 1 ? "" : ", " + step) + ")";
    }
}
