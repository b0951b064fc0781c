package sectile.base.limit;

/// How far a run has come. The run writes it, any thread may read it.
public final class Progress {
    /// What is known at one moment.
    ///
    /// @param activity in a few words, such as `simulating`; empty if nothing was reported
    /// @param done parts of `total`, which is 0 if the total is not known
    /// @param count what was counted so far, in `unit`; 0 if nothing is
    /// @param simulatedPs simulated time, 0 if there is none
    public record State(String activity, long done, long total, long count, String unit, long simulatedPs) {}

    private static final State NOTHING = new State("", 0, 0, 0, "", 0);

    private volatile State state = NOTHING;

    public State state() {
        return state;
    }

    /// A new activity begins; counts begin again.
    public void begin(String activity) {
        State now = state;
        state = new State(activity, now.done, now.total, 0, "", 0);
    }

    /// So many parts of the whole run are done.
    public void part(long done, long total) {
        State now = state;
        state = new State(now.activity, done, total, now.count, now.unit, now.simulatedPs);
    }

    /// So much of the activity is done.
    ///
    /// @param unit of the count, in the plural
    public void count(long count, String unit) {
        count(count, unit, 0);
    }

    /// The same in simulated time.
    public void count(long count, String unit, long simulatedPs) {
        State now = state;
        state = new State(now.activity, now.done, now.total, count, unit, simulatedPs);
    }
}
