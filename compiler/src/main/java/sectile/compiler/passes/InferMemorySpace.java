package sectile.compiler.passes;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import sectile.compiler.flow.Roots;
import sectile.compiler.pass.FunctionPass;
import sectile.compiler.pass.PassContext;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Expr;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Operand;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.For;
import sectile.ir.stmt.If;
import sectile.ir.stmt.Jump;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.While;
import sectile.ir.stmt.Yield;
import sectile.ir.symbol.MemorySpace;
import sectile.ir.verify.Property;

/// Chooses the memory of every tile. On a target whose matrix core is a core of its own, operands of matrix
/// products are loaded into its memory and moved to where it reads them.
public final class InferMemorySpace implements FunctionPass {
    @Override
    public String summary() {
        return "Chooses the memory of every tile, and moves operands of matrix products to where they are read.";
    }

    @Override
    public Set<Property> requires() {
        return Set.of(Property.SSA, Property.FLAT_CALLS, Property.TILE_OPS);
    }

    @Override
    public Set<Property> produces() {
        return Set.of(Property.SSA, Property.FLAT_CALLS, Property.TILE_OPS, Property.SPACES_INFERRED);
    }

    @Override
    public Function run(Function function, Program program, PassContext context) {
        if (!function.kind().isKernel()) {
            return function;
        }
        Set<Var> factors = context.target().cores().split() ? onlyFactors(function, program) : Set.of();
        return new Spaces(
                        FreshNames.of(function),
                        factors,
                        context.target().cores().split())
                .function(function);
    }

    /// Loaded tiles that nothing but matrix products reads. What the vector core writes in the same kernel is
    /// loaded by it, too: only it knows that the values are there.
    private static Set<Var> onlyFactors(Function function, Program program) {
        Roots roots = Roots.of(function, program::find);
        Set<Var> written = writtenByVectors(function, roots);
        Map<Var, Integer> asFactor = new HashMap<>();
        Set<Var> loaded = new HashSet<>();
        Walk.each(function.body(), statement -> {
            Expr value = value(statement);
            if (value instanceof OpCall call && call.op().semantics() instanceof Semantics.Contract) {
                for (int i = 0; i < call.args().size(); i++) {
                    if (call.args().get(i) instanceof Var variable
                            && isFactor(call.op().operands().get(i))) {
                        asFactor.merge(variable, 1, Integer::sum);
                    }
                }
            }
            if (statement instanceof Assign assign
                    && value instanceof OpCall call
                    && call.op().semantics() == Semantics.Move.LOAD
                    && !call.attrs().has("target_memory")
                    && !written.contains(roots.of(call.args().getFirst()))) {
                loaded.add(assign.target());
            }
        });
        UseCounts uses = UseCounts.of(function.body());
        Set<Var> only = new HashSet<>();
        for (Var variable : loaded) {
            int count = asFactor.getOrDefault(variable, 0);
            if (count > 0 && count == uses.of(variable)) {
                only.add(variable);
            }
        }
        return only;
    }

    private static Set<Var> writtenByVectors(Function function, Roots roots) {
        Set<Var> written = new HashSet<>();
        Walk.eachExpression(function.body(), expr -> {
            if (expr instanceof OpCall call
                    && call.op().semantics() == Semantics.Move.STORE
                    && call.args().getFirst().type() instanceof TileType tile
                    && (tile.space() == null || tile.space() == MemorySpace.VEC)) {
                Var root = roots.of(call);
                if (root != null) {
                    written.add(root);
                }
            }
        });
        return written;
    }

    private static Expr value(Stmt statement) {
        return switch (statement) {
            case Assign assign -> assign.value();
            case Eval eval -> eval.value();
            case Yield _, Jump _, Seq _, If _, For _, While _, Scope _ -> sectile.ir.expr.ConstInt.index(0);
        };
    }

    /// Whether the matrix core reads the operand from a memory of its own.
    private static boolean isFactor(Operand operand) {
        return operand.spaces().contains(MemorySpace.MAT) && operand.spaces().size() > 1;
    }

    private static final class Spaces extends Rewriter {
        private final FreshNames names;
        private final Set<Var> factors;
        private final boolean split;

        Spaces(FreshNames names, Set<Var> factors, boolean split) {
            this.names = names;
            this.factors = factors;
            this.split = split;
        }

        @Override
        public Type type(Type type) {
            Type inner = descend(type);
            return inner instanceof TileType tile && tile.space() == null ? tile.withSpace(MemorySpace.VEC) : inner;
        }

        @Override
        public Stmt statement(Stmt statement) {
            if (statement instanceof Assign assign
                    && assign.value() instanceof OpCall load
                    && factors.contains(assign.target())) {
                OpCall placed = load.op()
                        .call(
                                load.args(),
                                load.attrs().with("target_memory", new Attr.Sym(MemorySpace.MAT)),
                                load.origin());
                Var target = assign.target().withType(placed.type());
                replace(assign.target(), target);
                return new Assign(target, placed, assign.origin());
            }
            Stmt inner = descend(statement);
            boolean product = split
                    && inner instanceof Assign assign
                    && assign.value() instanceof OpCall call
                    && call.op().semantics() instanceof Semantics.Contract;
            return product ? moved((Assign) inner) : inner;
        }

        /// Operands go to the memory that the op reads first of all.
        private Stmt moved(Assign assign) {
            OpCall call = (OpCall) assign.value();
            var steps = new java.util.ArrayList<Stmt>();
            var args = new java.util.ArrayList<Expr>();
            for (int i = 0; i < call.args().size(); i++) {
                Operand operand = call.op().operands().get(i);
                Expr arg = call.args().get(i);
                if (arg instanceof Var variable
                        && variable.type() instanceof TileType tile
                        && isFactor(operand)
                        && tile.space() != operand.spaces().getFirst()) {
                    if (tile.space() == MemorySpace.VEC) {
                        variable = move(variable, MemorySpace.MAT, steps);
                    }
                    args.add(move(variable, operand.spaces().getFirst(), steps));
                } else {
                    args.add(arg);
                }
            }
            if (steps.isEmpty()) {
                return assign;
            }
            steps.add(assign.withValue(call.op().call(args, call.attrs(), call.origin())));
            return Seq.of(steps, assign.origin());
        }

        private Var move(Var tile, MemorySpace space, List<Stmt> steps) {
            OpCall move = TileKernel.move(tile, space);
            Var moved = names.variable(
                    tile.name() + "_" + space.surfaceName().toLowerCase(java.util.Locale.ROOT),
                    move.type(),
                    tile.origin());
            steps.add(new Assign(moved, move, tile.origin()));
            return moved;
        }
    }
}
