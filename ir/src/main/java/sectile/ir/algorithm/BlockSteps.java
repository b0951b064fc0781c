package sectile.ir.algorithm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import sectile.base.diag.Span;
import sectile.ir.algorithm.Algorithm.Buffer;
import sectile.ir.algorithm.Algorithm.Dependence;
import sectile.ir.algorithm.Algorithm.Place;
import sectile.ir.algorithm.Algorithm.Step;
import sectile.ir.algorithm.Algorithm.ThreadBlock;

/// The steps of a rank's blocks in the order in which they are added. One that shares memory with an earlier step of
/// another block waits for it.
final class BlockSteps {
    /// What a step without memory names.
    private static final Place NOWHERE = new Place(Buffer.INPUT, 0);

    private final List<List<Step>> blocks = new ArrayList<>();
    private final List<Entry> entries = new ArrayList<>();
    private final Set<Dependence> awaited = new HashSet<>();

    /// A step.
    private static final class Entry {
        final int block;
        /// In its block.
        final int number;

        final StepType type;
        final Place source;
        final Place target;
        final int count;
        /// By block, how many of its first steps are over when this one is.
        final int[] known;

        Entry(int block, int number, StepType type, Place source, Place target, int count, int[] known) {
            this.block = block;
            this.number = number;
            this.type = type;
            this.source = source;
            this.target = target;
            this.count = count;
            this.known = known;
        }

        boolean conflicts(StepType otherType, Place otherSource, Place otherTarget, int otherCount) {
            return (type.writesTarget()
                            && (meets(target, otherType.readsSource(), otherSource, otherCount)
                                    || meets(target, otherType.writesTarget(), otherTarget, otherCount)))
                    || (type.readsSource() && meets(source, otherType.writesTarget(), otherTarget, otherCount));
        }

        private boolean meets(Place mine, boolean used, Place other, int otherCount) {
            return used && Action.overlap(mine, count, other, otherCount);
        }
    }

    /// The block that last wrote a place; the first if none did.
    int writer(Place place, int count) {
        for (Entry entry : entries.reversed()) {
            if (entry.type.writesTarget() && Action.overlap(entry.target, entry.count, place, count)) {
                return entry.block;
            }
        }
        return 0;
    }

    void add(int block, StepType type, Place source, Place target, int count) {
        while (blocks.size() <= block) {
            blocks.add(new ArrayList<>());
        }
        List<Step> steps = blocks.get(block);
        int[] known = lastKnown(block);
        var waits = new ArrayList<Dependence>();
        for (Entry earlier : entries.reversed()) {
            if (earlier.block != block
                    && earlier.number >= of(known, earlier.block)
                    && earlier.conflicts(type, source, target, count)) {
                waits.add(new Dependence(earlier.block, earlier.number));
                known = joined(known, earlier.known);
            }
        }
        awaited.addAll(waits);
        // A step waits for one other; for more, steps that do nothing else come before it.
        for (int i = 0; i + 1 < waits.size(); i++) {
            steps.add(new Step(steps.size(), StepType.NOTHING, NOWHERE, NOWHERE, 0, waits.get(i), false, Span.none()));
        }
        known = joined(known, mark(block, steps.size() + 1));
        entries.add(new Entry(block, steps.size(), type, source, target, count, known));
        steps.add(new Step(
                steps.size(),
                type,
                source,
                target,
                count,
                waits.isEmpty() ? Dependence.NONE : waits.getLast(),
                false,
                Span.none()));
    }

    private int[] lastKnown(int block) {
        for (Entry entry : entries.reversed()) {
            if (entry.block == block) {
                return entry.known;
            }
        }
        return new int[0];
    }

    private static int of(int[] known, int block) {
        return block < known.length ? known[block] : 0;
    }

    private static int[] mark(int block, int steps) {
        int[] known = new int[block + 1];
        known[block] = steps;
        return known;
    }

    private static int[] joined(int[] a, int[] b) {
        int[] all = Arrays.copyOf(a, Math.max(a.length, b.length));
        for (int i = 0; i < b.length; i++) {
            all[i] = Math.max(all[i], b[i]);
        }
        return all;
    }

    ThreadBlock block(int id, int sendTo, int receiveFrom, int channel) {
        List<Step> plain = id < blocks.size() ? blocks.get(id) : List.of();
        List<Step> steps = plain.stream()
                .map(step -> new Step(
                        step.number(),
                        step.type(),
                        step.source(),
                        step.target(),
                        step.count(),
                        step.after(),
                        awaited.contains(new Dependence(id, step.number())),
                        step.span()))
                .toList();
        return new ThreadBlock(id, sendTo, receiveFrom, channel, steps, Span.none());
    }
}
