package sectile.compiler.memory;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.compiler.arith.Analyzer;
import sectile.compiler.arith.Congruence;
import sectile.compiler.problem.CompilerCode;
import sectile.compiler.target.Target;
import sectile.ir.Function;
import sectile.ir.Walk;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.TileType;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.For;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.MemorySpace;

/// The blocks that tiles in the memories of a matrix core consist of. Such a tile takes whole blocks, and a part of it
/// begins at one: the core cannot address what lies inside.
public final class Fractals {
    /// A block.
    ///
    /// @param rows its extent along the axis before the last
    /// @param columns its extent along the last axis
    record Block(MemorySpace space, DataType dtype, long rows, long columns) {
        /// The elements of a tile in whole blocks.
        ///
        /// @param own the elements of the tile itself
        long elements(List<Expr> shape, long own) {
            if (own > Long.MAX_VALUE / (rows * columns)) {
                return own;
            }
            long count = 1;
            for (int i = 0; i < shape.size(); i++) {
                int fromLast = shape.size() - 1 - i;
                long unit = fromLast == 0 ? columns : fromLast == 1 ? rows : 1;
                count *= Math.ceilDiv(Dims.constant(shape.get(i)).orElseThrow(), unit) * unit;
            }
            return count;
        }
    }

    private final Target target;
    private final Diagnostics diagnostics;
    private final Analyzer analyzer = new Analyzer();

    private Fractals(Target target, Diagnostics diagnostics) {
        this.target = target;
        this.diagnostics = diagnostics;
    }

    /// Reports parts of tiles that begin inside a block.
    public static void check(Function function, Target target, Diagnostics diagnostics) {
        new Fractals(target, diagnostics).statement(function.body());
    }

    /// The blocks in a memory space; empty where tiles lie row by row.
    static Optional<Block> of(Target target, @Nullable MemorySpace space, DataType dtype) {
        if (space == null) {
            return Optional.empty();
        }
        Target.Fractal unit = target.fractal();
        return switch (space) {
            case MAT, LEFT -> Optional.of(new Block(space, dtype, unit.m(), unit.k(dtype)));
            case RIGHT -> Optional.of(new Block(space, dtype, unit.k(dtype), unit.n()));
            case ACC -> Optional.of(new Block(space, dtype, unit.m(), unit.n()));
            case DDR, VEC, BIAS, SCALAR -> Optional.empty();
        };
    }

    private void statement(Stmt statement) {
        Walk.expressions(statement)
                .forEach(expr -> Walk.each(expr, e -> {
                    if (e instanceof OpCall call) {
                        part(call);
                    }
                }));
        if (statement instanceof Assign assign) {
            analyzer.define(assign.target(), assign.value());
        }
        if (statement instanceof For loop) {
            try (Analyzer.Inside _ = analyzer.enter(loop)) {
                statement(loop.body());
            }
        } else {
            Walk.children(statement).forEach(this::statement);
        }
    }

    private void part(OpCall call) {
        if (call.op().semantics() == Semantics.View.SLICE) {
            part(call, call.args().getFirst(), offsets(call.operand("offset")));
        } else if (call.op().semantics() == Semantics.Move.EXTRACT) {
            part(call, call.operand("src"), List.of(call.operand("row"), call.operand("col")));
        } else if (call.op().semantics() == Semantics.Move.ASSEMBLE) {
            part(call, call.operand("target"), offsets(call.operand("offset")));
        }
    }

    private static List<Expr> offsets(Expr operand) {
        return operand instanceof MakeTuple tuple ? tuple.elements() : List.of();
    }

    private void part(OpCall call, Expr whole, List<Expr> offsets) {
        if (!(whole.type() instanceof TileType tile) || offsets.size() < 2) {
            return;
        }
        of(target, tile.space(), tile.dtype()).ifPresent(block -> {
            Expr row = offsets.get(offsets.size() - 2);
            Expr column = offsets.getLast();
            if (isInside(row, block.rows)) {
                report(call, block, "row " + row, block.rows);
            } else if (isInside(column, block.columns)) {
                report(call, block, "column " + column, block.columns);
            }
        });
    }

    /// Whether an offset takes a value that is not a multiple. An offset of which nothing is known does not count.
    private boolean isInside(Expr offset, long unit) {
        Congruence values = analyzer.congruence(offset);
        BigInteger size = BigInteger.valueOf(unit);
        return !values.modulus().equals(BigInteger.ONE)
                && !(values.modulus().mod(size).signum() == 0
                        && values.residue().mod(size).signum() == 0);
    }

    private void report(OpCall call, Block block, String where, long unit) {
        diagnostics.add(Diagnostic.error(
                        CompilerCode.MISALIGNED_FRACTAL,
                        call.span(),
                        "a part of a tile in " + block.space.surface() + " begins at " + where
                                + ", inside a block of the matrix core: blocks of " + block.dtype + " are "
                                + block.rows + " × " + block.columns + " on " + target.name())
                .hint("begin at a multiple of " + unit + ", or load the part from global memory"));
    }
}
