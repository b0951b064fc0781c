package sectile.check.race;

import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import sectile.base.diag.Diagnostic;
import sectile.base.observe.Actor;
import sectile.base.observe.Event;
import sectile.base.observe.Observer;
import sectile.base.observe.Region;
import sectile.base.observe.Storage;
import sectile.check.problem.CheckCode;

/// Finds reads of bytes that nothing has written, in memories whose contents are undefined at first.
public final class Unwritten implements Observer {
    private final IdentityHashMap<Storage, WrittenBytes> written = new IdentityHashMap<>();
    private final SequencedMap<String, Diagnostic> found = new LinkedHashMap<>();

    @Override
    public void observe(Event event) {
        if (!(event instanceof Event.Access access)
                || !access.region().memory().isUndefined()
                || isCopyOfHost(access)) {
            return;
        }
        WrittenBytes bytes = written.computeIfAbsent(access.region().memory(), memory -> new WrittenBytes());
        if (access.kind().writes()) {
            access.region().runs(bytes::add);
            return;
        }
        long[] first = {-1};
        access.region().runs((start, count) -> {
            long gap = bytes.firstMissing(start);
            if (first[0] < 0 && gap < start + count) {
                first[0] = gap;
            }
        });
        if (first[0] >= 0) {
            report(access, access.region(), first[0]);
        }
    }

    /// The host may look at all of a tensor, of which kernels use a part.
    private static boolean isCopyOfHost(Event.Access access) {
        return !access.kind().writes()
                && access.actor().kind() == Actor.Kind.ENGINE
                && access.actor().rank() < 0;
    }

    private void report(Event.Access access, Region region, long first) {
        found.putIfAbsent(
                "unwritten " + access.span(),
                Diagnostic.error(
                                CheckCode.UNWRITTEN_READ,
                                access.span(),
                                access.actor() + " " + access.kind().verb() + " byte " + first + " of "
                                        + region.memory() + ", which nothing has written")
                        .hint(
                                "write all of it before it is read; a tensor that create_tensor makes can have an init_value"));
    }

    /// By cause, one diagnostic each.
    public SequencedMap<String, Diagnostic> diagnostics() {
        return found;
    }
}
