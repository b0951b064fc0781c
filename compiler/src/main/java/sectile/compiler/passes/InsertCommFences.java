package sectile.compiler.passes;

import java.util.List;
import java.util.Set;
import sectile.compiler.pass.FunctionPass;
import sectile.compiler.pass.PassContext;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.build.BodyBuilder;
import sectile.ir.expr.Origin;
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
import sectile.ir.verify.DataOrder;
import sectile.ir.verify.Property;

/// Data before signal: a fence between the writes of a window and the notify that announces them.
public final class InsertCommFences implements FunctionPass {
    @Override
    public String summary() {
        return "Inserts fences, so that what a rank wrote is visible before the signal that follows it.";
    }

    @Override
    public Set<Property> requires() {
        return Set.of(Property.FLAT_CALLS);
    }

    @Override
    public Set<Property> produces() {
        return Set.of(Property.DATA_ORDERED);
    }

    @Override
    public Function run(Function function, Program program, PassContext context) {
        return new Fences(function).function(function);
    }

    private static final class Fences extends Rewriter {
        private final FreshNames names;
        /// Whether a window may have been written since the last fence.
        private boolean open;

        Fences(Function function) {
            this.names = FreshNames.of(function);
        }

        @Override
        public Stmt statement(Stmt statement) {
            if (statement instanceof Seq) {
                return descend(statement);
            }
            boolean writes = DataOrder.writes(statement);
            boolean repeats = (statement instanceof For || statement instanceof While) && writes;
            if (DataOrder.notifies(statement)) {
                if (open && !repeats) {
                    open = false;
                    return Seq.of(List.of(fence(statement.origin()), statement(statement)));
                }
                return switch (statement) {
                    case For loop -> repeated(loop);
                    case While loop -> repeated(loop);
                    case If branch -> either(branch);
                    case Assign _, Eval _, Yield _, Jump _, Seq _, Scope _ -> descend(statement);
                };
            }
            open = DataOrder.after(statement, open);
            return statement;
        }

        /// What one round wrote is not fenced when the next one begins.
        private Stmt repeated(Stmt loop) {
            boolean before = open;
            open = before || DataOrder.after(loop, false);
            Stmt result = descend(loop);
            open |= before;
            return result;
        }

        private Stmt either(If branch) {
            boolean before = open;
            Stmt then = statement(branch.then());
            boolean afterThen = open;
            open = before;
            Stmt otherwise = statement(branch.otherwise());
            open |= afterThen;
            return then == branch.then() && otherwise == branch.otherwise()
                    ? branch
                    : branch.withBranches(then, otherwise);
        }

        private Stmt fence(Origin origin) {
            return BodyBuilder.build(names, origin, f -> f.run(f.fence()));
        }
    }
}
