package sectile.interp.ops;

import java.util.List;
import sectile.interp.machine.Core;
import sectile.interp.problem.ExecCode;
import sectile.interp.value.Data;
import sectile.interp.value.Peers;
import sectile.interp.value.Window;

/// The ranks among the devices that share a window.
final class Ranks {
    private Ranks() {}

    static Peers peers(Args args, Data window) {
        Peers peers = window.peers();
        if (peers == null) {
            throw args.error(ExecCode.NOT_A_WINDOW, window + " is not a window", "");
        }
        return peers;
    }

    /// The devices of a window's group; all devices before any was sent the window.
    static List<Integer> devices(Core core, Window window) {
        List<Integer> members = window.members();
        return members.isEmpty()
                ? java.util.stream.IntStream.range(0, core.machine().ranks())
                        .boxed()
                        .toList()
                : members;
    }

    static int rank(Args args, Window window) {
        int rank = devices(args.core(), window).indexOf(args.core().rank());
        if (rank < 0) {
            throw args.error(
                    ExecCode.NOT_IN_GROUP,
                    "device " + args.core().rank() + " is not in the group of " + window.name(),
                    "ranks exist on devices that were sent the window");
        }
        return rank;
    }

    /// A peer's view of the same window.
    static Data of(Args args, Data window, long peer) {
        Peers peers = peers(args, window);
        List<Integer> devices = devices(args.core(), peers.window());
        if (peer < 0 || peer >= devices.size()) {
            throw args.error(
                    ExecCode.NO_SUCH_DEVICE,
                    "there is no peer " + peer + " among " + devices.size() + " ranks",
                    "peers count from 0 to pld.nranks(ctx) - 1");
        }
        return peers.on(devices.get((int) peer), window.valid());
    }
}
