package sectile.ir.algorithm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sectile.ir.Param;
import sectile.ir.algorithm.Algorithm.Buffer;
import sectile.ir.algorithm.Algorithm.Place;
import sectile.ir.algorithm.Algorithm.Rank;
import sectile.ir.algorithm.Algorithm.Step;
import sectile.ir.algorithm.Algorithm.ThreadBlock;
import sectile.ir.build.BodyBuilder;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.NotifyOp;
import sectile.ir.symbol.WaitCmp;

/// The statements of one thread block. A step waits for the step it depends on, for its message, and for a free slot;
/// moves its chunks, a tile at a time; and signals the receiver, the sender and the steps that depend on it.
final class BlockBody {
    /// The largest tile: chunks beyond this go in several.
    private static final int TILE = 4096;

    private final Algorithm algorithm;
    private final Cells cells;
    private final Rank rank;
    private final ThreadBlock block;
    private final Map<String, Var> params = new HashMap<>();
    private final int elements;
    private final FreshNames names;
    private int sent;
    private int received;

    BlockBody(
            Algorithm algorithm,
            Cells cells,
            Rank rank,
            ThreadBlock block,
            List<Param> params,
            int elements,
            FreshNames names) {
        this.algorithm = algorithm;
        this.cells = cells;
        this.rank = rank;
        this.block = block;
        params.forEach(param -> this.params.put(param.name(), param.variable()));
        this.elements = elements;
        this.names = names;
    }

    Stmt build() {
        var steps = new ArrayList<Stmt>();
        for (Step step : block.steps()) {
            steps.add(BodyBuilder.build(names, Origin.of(step.span()), f -> build(f, step)));
        }
        return Seq.of(steps);
    }

    private Var param(String name) {
        Var found = params.get(name);
        if (found == null) {
            throw new IllegalArgumentException("no parameter " + name + " among " + params.keySet());
        }
        return found;
    }

    private void build(BodyBuilder f, Step step) {
        if (!step.after().isNone()) {
            await(f, cells.step(rank.id(), step.after().block(), step.after().step()));
        }
        var inbound = new Connections.Key(block.receiveFrom(), rank.id(), block.channel());
        var outbound = new Connections.Key(rank.id(), block.sendTo(), block.channel());
        if (step.type().receives()) {
            await(f, cells.arrival(inbound, received));
        }
        if (step.type().sends() && sent >= cells.slots()) {
            await(f, cells.credit(outbound, sent - cells.slots()));
        }
        move(f, step, cells.slot(inbound, received), cells.slot(outbound, sent));
        int done = cells.step(rank.id(), block.id(), step.number());
        if (step.type().sends() || done >= 0) {
            f.run(f.fence());
        }
        if (step.type().sends()) {
            signal(f, block.sendTo(), cells.arrival(outbound, sent++));
        }
        if (step.type().receives()) {
            int credit = cells.credit(inbound, received++);
            if (credit >= 0) {
                signal(f, block.receiveFrom(), credit);
            }
        }
        if (done >= 0) {
            signal(f, rank.id(), done);
        }
    }

    private void await(BodyBuilder f, int cell) {
        f.run(f.await(param("cells"), List.of(cell, 0), 1, WaitCmp.GE));
    }

    private void signal(BodyBuilder f, int peer, int cell) {
        f.run(f.signal(param("cells"), peer, List.of(cell, 0), 1, NotifyOp.SET));
    }

    /// Rows and columns of chunks that fit a tile.
    private void move(BodyBuilder f, Step step, int from, int to) {
        int width = Math.min(elements, TILE);
        int height = Math.min(Math.max(step.count(), 1), Math.max(1, TILE / width));
        for (int row = 0; row < step.count(); row += height) {
            int rows = Math.min(height, step.count() - row);
            int first = row;
            int whole = elements / width;
            if (whole > 2) {
                f.range("at", 0, whole * width, width)
                        .body(loop -> new Piece(f, step, from, to, first, loop.index(), rows, width).move());
            } else {
                for (int i = 0; i < whole; i++) {
                    new Piece(f, step, from, to, first, i * width, rows, width).move();
                }
            }
            if (elements % width > 0) {
                new Piece(f, step, from, to, first, whole * width, rows, elements % width).move();
            }
        }
    }

    /// A tile of the chunks of a step.
    private final class Piece {
        private final BodyBuilder f;
        private final Step step;
        private final int from;
        private final int to;
        private final int row;
        private final Object column;
        private final List<Object> shape;

        Piece(BodyBuilder f, Step step, int from, int to, int row, Object column, int rows, int columns) {
            this.f = f;
            this.step = step;
            this.from = from;
            this.to = to;
            this.row = row;
            this.column = column;
            this.shape = List.of(rows, columns);
        }

        void move() {
            StepType type = step.type();
            if (type == StepType.NOTHING) {
                return;
            }
            Expr value = type.receives() ? load("slots", from) : load(step.source());
            if (type.reduces()) {
                // What was received, or the target of a local reduction, comes second.
                Expr mine = type.receives() ? load(step.source()) : value;
                Expr other = type.receives() ? value : load(step.target());
                value = f.let("sum", f.binary(operation(), mine, other));
            }
            if (type.writesTarget()) {
                f.run(f.store(
                        value,
                        List.of(row(step.target()), column),
                        param(name(step.target().buffer()))));
            }
            if (type.sends()) {
                f.run(f.remoteStore(value, param("slots"), block.sendTo(), List.of(to + row, column)));
            }
        }

        private Expr load(Place place) {
            return load(name(place.buffer()), row(place) - row);
        }

        private Expr load(String buffer, int first) {
            return f.let("t", f.load(param(buffer), List.of(first + row, column), shape));
        }

        private int row(Place place) {
            int shift = algorithm.inPlace() ? algorithm.shift(rank, place.buffer()) : 0;
            return shift + place.offset() + row;
        }
    }

    private String name(Buffer buffer) {
        return switch (buffer) {
            case INPUT -> algorithm.inPlace() ? AlgorithmProgram.IN_PLACE : AlgorithmProgram.INPUT;
            case OUTPUT -> algorithm.inPlace() ? AlgorithmProgram.IN_PLACE : AlgorithmProgram.OUTPUT;
            case SCRATCH -> "scratch";
        };
    }

    private BinaryOp operation() {
        return switch (algorithm.operation()) {
            case SUM -> BinaryOp.ADD;
            case PROD -> BinaryOp.MUL;
            case MAX -> BinaryOp.MAX;
            case MIN -> BinaryOp.MIN;
        };
    }
}
