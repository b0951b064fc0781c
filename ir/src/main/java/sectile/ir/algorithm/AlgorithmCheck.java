package sectile.ir.algorithm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.ir.algorithm.Algorithm.Buffer;
import sectile.ir.algorithm.Algorithm.Dependence;
import sectile.ir.algorithm.Algorithm.Place;
import sectile.ir.algorithm.Algorithm.Rank;
import sectile.ir.algorithm.Algorithm.Step;
import sectile.ir.algorithm.Algorithm.ThreadBlock;

/// Checks that what an algorithm names exists and fits together.
final class AlgorithmCheck {
    /// A step from which no cycle can be reached.
    private static final int DONE = 100;

    private final Algorithm algorithm;
    private final Diagnostics problems;

    private AlgorithmCheck(Algorithm algorithm, Diagnostics problems) {
        this.algorithm = algorithm;
        this.problems = problems;
    }

    static void check(Algorithm algorithm, Diagnostics problems) {
        var check = new AlgorithmCheck(algorithm, problems);
        check.sizes();
        if (problems.hasErrors()) {
            return;
        }
        algorithm.ranks().forEach(check::rank);
        if (!problems.hasErrors()) {
            check.messages();
        }
    }

    private void sizes() {
        int ranks = algorithm.ranks().size();
        if (algorithm.collective().divides() && algorithm.chunks() % ranks != 0) {
            problems.error(
                    AlgorithmCode.SIZES,
                    algorithm.span(),
                    "`nchunksperloop` is " + algorithm.chunks() + ", which is not a multiple of the " + ranks
                            + " ranks",
                    "an " + algorithm.collective().text() + " has as many chunks for every rank");
            return;
        }
        for (Rank rank : algorithm.ranks()) {
            size(rank, "i_chunks", rank.input(), Buffer.INPUT);
            size(rank, "o_chunks", rank.output(), Buffer.OUTPUT);
        }
    }

    /// A buffer that the steps do not name may be left out, which the file says with 0.
    private void size(Rank rank, String attribute, int declared, Buffer buffer) {
        int expected = algorithm.chunks(rank, buffer);
        boolean whole = algorithm.inPlace() && declared == algorithm.chunks();
        if (declared != 0 && declared != expected && !whole) {
            problems.error(
                    AlgorithmCode.SIZES,
                    rank.span(),
                    "`" + attribute + "` of rank " + rank.id() + " is " + declared + ", expected " + expected,
                    "`nchunksperloop` is " + algorithm.chunks() + ", and the collective "
                            + algorithm.collective().text());
        }
    }

    private void rank(Rank rank) {
        Map<String, ThreadBlock> ends = new HashMap<>();
        for (ThreadBlock block : rank.blocks()) {
            peer(rank, block, block.sendTo(), "send", "sends to", ends);
            peer(rank, block, block.receiveFrom(), "recv", "receives from", ends);
            if (block.channel() >= algorithm.channels()) {
                problems.error(
                        AlgorithmCode.PEER,
                        block.span(),
                        "channel " + block.channel() + " does not exist: `nchannels` is " + algorithm.channels());
            }
            for (Step step : block.steps()) {
                step(rank, block, step);
            }
        }
        if (!problems.hasErrors()) {
            cycles(rank);
        }
    }

    private void peer(
            Rank rank, ThreadBlock block, int peer, String attribute, String verb, Map<String, ThreadBlock> ends) {
        if (peer < 0) {
            return;
        }
        if (peer >= algorithm.ranks().size() || peer == rank.id()) {
            problems.error(
                    AlgorithmCode.PEER,
                    block.span(),
                    peer == rank.id()
                            ? "block " + block.id() + " of rank " + rank.id() + " " + verb + " its own rank"
                            : "block " + block.id() + " of rank " + rank.id() + " " + verb + " rank " + peer
                                    + ", which does not exist",
                    "`" + attribute + "` is a rank from 0 to "
                            + (algorithm.ranks().size() - 1) + " other than its own, or -1");
            return;
        }
        ThreadBlock other = ends.putIfAbsent(attribute + " " + peer + " " + block.channel(), block);
        if (other != null) {
            problems.add(Diagnostic.error(
                            AlgorithmCode.SHARED_CONNECTION,
                            block.span(),
                            "blocks " + other.id() + " and " + block.id() + " of rank " + rank.id() + " both "
                                    + (attribute.equals("send") ? "send to" : "receive from") + " rank " + peer
                                    + " on channel " + block.channel())
                    .note(other.span(), "the other block")
                    .hint("nothing orders their messages; use another channel"));
        }
    }

    private void step(Rank rank, ThreadBlock block, Step step) {
        if (step.type().sends() && block.sendTo() < 0) {
            noPeer(block, step, "sends, but its block has no rank to send to", "send");
        }
        if (step.type().receives() && block.receiveFrom() < 0) {
            noPeer(block, step, "receives, but its block has no rank to receive from", "recv");
        }
        if (step.type().readsSource()) {
            range(rank, step, step.source(), "srcoff");
        }
        if (step.type().writesTarget()) {
            range(rank, step, step.target(), "dstoff");
        }
        Dependence after = step.after();
        if (after.isNone()) {
            return;
        }
        if (after.block() >= rank.blocks().size()
                || after.step() >= rank.blocks().get(after.block()).steps().size()) {
            problems.error(
                    AlgorithmCode.DEPENDENCE,
                    step.span(),
                    "this step waits for step " + after.step() + " of block " + after.block() + ", which rank "
                            + rank.id() + " does not have",
                    after.block() >= rank.blocks().size()
                            ? "rank " + rank.id() + " has the blocks 0 to "
                                    + (rank.blocks().size() - 1)
                            : "block " + after.block() + " has the steps 0 to "
                                    + (rank.blocks().get(after.block()).steps().size() - 1));
            return;
        }
        Step awaited = rank.blocks().get(after.block()).steps().get(after.step());
        if (!awaited.signals()) {
            problems.add(Diagnostic.error(
                            AlgorithmCode.NO_SIGNAL,
                            step.span(),
                            "this step waits for step " + after.step() + " of block " + after.block()
                                    + ", which has hasdep=\"0\" and signals nothing")
                    .note(awaited.span(), "the step it waits for")
                    .hint("set hasdep=\"1\" there"));
        }
    }

    private void noPeer(ThreadBlock block, Step step, String what, String attribute) {
        problems.add(Diagnostic.error(
                        AlgorithmCode.NO_PEER,
                        step.span(),
                        "a step `" + step.type().text() + "` " + what)
                .note(block.span(), "the block, with " + attribute + "=\"-1\""));
    }

    private void range(Rank rank, Step step, Place place, String attribute) {
        int size = algorithm.chunks(rank, place.buffer());
        if (algorithm.inPlace() && place.buffer() != Buffer.SCRATCH) {
            size = Math.max(size, AlgorithmProgram.shared(algorithm, rank) - algorithm.shift(rank, place.buffer()));
        }
        if ((long) place.offset() + step.count() > size) {
            problems.error(
                    AlgorithmCode.RANGE,
                    step.span(),
                    "`" + attribute + "` " + place.offset() + " and `cnt` " + step.count() + " reach beyond the " + size
                            + " chunks of buffer `" + place.buffer().text() + "` of rank " + rank.id());
        }
    }

    /// Steps of a rank that wait for each other in a circle, by their blocks' order and their dependences.
    private void cycles(Rank rank) {
        int[][] state = new int[rank.blocks().size()][];
        for (ThreadBlock block : rank.blocks()) {
            state[block.id()] = new int[block.steps().size()];
        }
        for (ThreadBlock block : rank.blocks()) {
            for (int i = 0; i < block.steps().size(); i++) {
                if (state[block.id()][i] == 0 && isCycle(rank, new Dependence(block.id(), i), state)) {
                    return;
                }
            }
        }
    }

    private boolean isCycle(Rank rank, Dependence start, int[][] state) {
        var path = new ArrayList<Dependence>();
        path.add(start);
        while (!path.isEmpty()) {
            Dependence at = path.getLast();
            int stage = state[at.block()][at.step()]++;
            if (stage == 2) {
                state[at.block()][at.step()] = DONE;
                path.removeLast();
                continue;
            }
            Dependence next = stage == 0
                    ? new Dependence(at.step() == 0 ? -1 : at.block(), at.step() - 1)
                    : rank.blocks().get(at.block()).steps().get(at.step()).after();
            if (next.isNone() || state[next.block()][next.step()] == DONE) {
                continue;
            }
            if (state[next.block()][next.step()] > 0) {
                report(rank, path.subList(path.indexOf(next), path.size()));
                return true;
            }
            path.add(next);
        }
        return false;
    }

    private void report(Rank rank, List<Dependence> circle) {
        Step first = rank.blocks()
                .get(circle.getFirst().block())
                .steps()
                .get(circle.getFirst().step());
        Diagnostic found = Diagnostic.error(
                AlgorithmCode.CYCLE,
                first.span(),
                "step " + first.number() + " of block " + circle.getFirst().block() + " of rank " + rank.id()
                        + " waits for itself");
        for (int i = 0; i < circle.size(); i++) {
            Dependence from = circle.get(i);
            Dependence to = circle.get((i + 1) % circle.size());
            Step step = rank.blocks().get(from.block()).steps().get(from.step());
            found = found.note(
                    step.span(),
                    "step " + from.step() + " of block " + from.block()
                            + (step.after().equals(to) ? " waits for step " : " comes after step ") + to.step()
                            + " of block " + to.block());
        }
        problems.add(found.hint("remove one of these dependences"));
    }

    private void messages() {
        new Connections(algorithm).all().forEach((key, connection) -> {
            int sends = connection.sends().size();
            int receives = connection.receives().size();
            for (int i = 0; i < Math.min(sends, receives); i++) {
                Step send = connection.sends().get(i).step();
                Step receive = connection.receives().get(i).step();
                if (send.count() != receive.count()) {
                    problems.add(Diagnostic.error(
                                    AlgorithmCode.COUNTS_DIFFER,
                                    receive.span(),
                                    "this step receives " + chunks(receive.count()) + ", but message " + i
                                            + " from rank " + key.from() + " to rank " + key.to() + " on channel "
                                            + key.channel() + " has " + send.count())
                            .note(send.span(), "it is sent here")
                            .hint("the n-th send and the n-th receive of a connection are one message"));
                    return;
                }
            }
            String where = " on channel " + key.channel();
            if (sends > receives) {
                problems.error(
                        AlgorithmCode.UNMATCHED,
                        connection.sends().get(receives).step().span(),
                        "rank " + key.to() + " does not receive this: rank " + key.from() + " sends it " + sends
                                + " messages" + where + ", and it receives " + receives);
            } else if (receives > sends) {
                problems.error(
                        AlgorithmCode.UNMATCHED,
                        connection.receives().get(sends).step().span(),
                        "rank " + key.from() + " does not send this: rank " + key.to() + " receives " + receives
                                + " messages from it" + where + ", and it sends " + sends);
            }
        });
    }

    private static String chunks(int count) {
        return count + (count == 1 ? " chunk" : " chunks");
    }
}
