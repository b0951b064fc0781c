package sectile.interp.value;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.interp.problem.ExecCode;
import sectile.ir.CommGroup;
import sectile.ir.WindowBuffer;

/// What one device sets up for one group it belongs to, before a program starts. A run takes from it which devices
/// share a window, which rank each of them has, and how much memory the window has on each.
///
/// @param group which group of the program
/// @param rank this device among the group's, counted from 0 without gaps
/// @param ranks how many devices the group has
/// @param windowSize bytes of all buffers together
public record Bootstrap(int group, int rank, int ranks, long windowSize, List<Buffer> buffers) {
    public Bootstrap {
        buffers = List.copyOf(buffers);
    }

    /// One window buffer.
    ///
    /// @param offset where it begins, in bytes from the beginning of the group's memory
    /// @param nbytes its size on each device
    public record Buffer(
            String name,
            String dtype,
            long size,
            long offset,
            long nbytes,
            boolean loadFromHost,
            boolean storeToHost) {}

    /// For every device of a run, one entry for each group it belongs to, none for a device that belongs to no group.
    ///
    /// @throws DiagnosticException when a group has a device that the run has not, or a size is not constant
    public static SequencedMap<Integer, List<Bootstrap>> of(List<CommGroup> groups, List<Integer> devices) {
        var configs = new LinkedHashMap<Integer, List<Bootstrap>>();
        devices.forEach(device -> configs.put(device, new ArrayList<>()));
        for (int i = 0; i < groups.size(); i++) {
            CommGroup group = groups.get(i);
            List<Integer> members = group.devices().isEmpty() ? devices : group.devices();
            List<Buffer> buffers = buffers(group);
            long total = buffers.stream().mapToLong(Buffer::nbytes).reduce(0, Math::addExact);
            for (int rank = 0; rank < members.size(); rank++) {
                List<Bootstrap> of = configs.get(members.get(rank));
                if (of == null) {
                    throw new DiagnosticException(Diagnostic.error(
                                    ExecCode.NO_SUCH_DEVICE,
                                    Span.none(),
                                    "group " + i + " needs device " + members.get(rank) + ", the run has devices "
                                            + devices)
                            .hint("run with more devices"));
                }
                of.add(new Bootstrap(i, rank, members.size(), total, buffers));
            }
        }
        return configs;
    }

    private static List<Buffer> buffers(CommGroup group) {
        var buffers = new ArrayList<Buffer>();
        long offset = 0;
        for (WindowBuffer slot : group.slots()) {
            long nbytes = slot.bytes()
                    .orElseThrow(() -> new DiagnosticException(Diagnostic.error(
                            ExecCode.BAD_EXTENT,
                            slot.origin().span(),
                            "the size of the window `" + slot.name() + "` is not constant: " + slot.size())));
            buffers.add(new Buffer(
                    slot.name(),
                    slot.dtype().name(),
                    sectile.ir.expr.Dims.constant(slot.size()).orElseThrow(),
                    offset,
                    nbytes,
                    slot.loadFromHost(),
                    slot.storeToHost()));
            offset = Math.addExact(offset, nbytes);
        }
        return List.copyOf(buffers);
    }
}
