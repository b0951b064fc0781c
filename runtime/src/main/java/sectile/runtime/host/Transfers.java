package sectile.runtime.host;

import java.util.ArrayList;
import java.util.List;

/// What every execution of a prepared run copies: arguments that are not kept in memory of the device.
final class Transfers {
    private final List<Runnable> before = new ArrayList<>();
    private final List<Runnable> after = new ArrayList<>();
    private long bytes;

    void before(long moved, Runnable copy) {
        before.add(copy);
        bytes += moved;
    }

    void after(long moved, Runnable copy) {
        after.add(copy);
        bytes += moved;
    }

    void bringIn() {
        before.forEach(Runnable::run);
    }

    void bringBack() {
        after.forEach(Runnable::run);
    }

    /// How many bytes an execution copies.
    long bytes() {
        return bytes;
    }
}
