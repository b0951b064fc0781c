package sectile.interp.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import sectile.base.observe.Token;
import sectile.base.observe.Wait;
import sectile.interp.problem.ExecCode;
import sectile.interp.schedule.Channel;

/// Where a known number of participants come together, again and again. The last to come works out the result
/// from what each brought; then all continue with it.
public final class Meeting {
    private final Channel over = new Channel();
    private @Nullable Object[] brought = {};
    private final String key;
    private final boolean ofRanks;
    /// How many are on their way or here.
    private int coming;

    private int arrived;
    private long generation;
    private @Nullable Object outcome;

    /// @param key names it in a run
    /// @param ofRanks whether ranks meet, or cores of one launch
    Meeting(String key, boolean ofRanks) {
        this.key = key;
        this.ofRanks = ofRanks;
    }

    /// Waits until all participants are here and gives the result.
    ///
    /// @param place which participant this is, from 0
    /// @param combine gets what was brought, in the order of places
    public @Nullable Object meet(
            Core core,
            int place,
            int participants,
            @Nullable Object mine,
            Function<List<@Nullable Object>, @Nullable Object> combine,
            String what) {
        if (coming == 0) {
            brought = new Object[participants];
        } else if (brought.length != participants) {
            throw core.error(
                    ExecCode.BARRIER_COUNTS_DIFFER,
                    "some take part in " + what + " with " + brought.length + " participants, this one with "
                            + participants,
                    "");
        }
        long before = generation;
        var token = new Token(Token.Kind.MEETING, key, before, what);
        if (core.machine().isObserved()) {
            core.releases(token, false);
        }
        coming = (coming + 1) % participants;
        core.perform(new Request.Arrive(ofRanks), () -> {
            brought[place] = mine == null ? Meeting.class : mine;
            arrived++;
            if (arrived == brought.length) {
                var all = new ArrayList<@Nullable Object>();
                for (Object one : brought) {
                    all.add(one == Meeting.class ? null : one);
                }
                outcome = combine.apply(all);
                arrived = 0;
                generation++;
                core.machine().scheduler().progress();
                over.changed();
            }
        });
        core.await(over, () -> generation != before, () -> new Wait.Meeting(what, missing(), ofRanks));
        core.spend(new Request.Leave(ofRanks));
        if (core.machine().isObserved()) {
            core.acquires(token);
        }
        return outcome;
    }

    private List<Integer> missing() {
        var places = new ArrayList<Integer>();
        for (int i = 0; i < brought.length; i++) {
            if (brought[i] == null) {
                places.add(i);
            }
        }
        return places;
    }
}
