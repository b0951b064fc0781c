package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import sectile.compiler.pass.PassContext;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Stmt;

/// Takes scopes out of the functions of a program, each by a rule of its own.
abstract class ScopeOutlining {
    private final Program program;
    private final Outliner outliner;

    ScopeOutlining(Program program, PassContext context) {
        this.program = program;
        this.outliner = new Outliner(program, context.diagnostics());
    }

    /// What a scope becomes; the scope itself if the rule does not apply.
    abstract Stmt scope(Scope scope, Function function, Locals locals);

    /// What a function becomes before its scopes are looked at.
    Function prepared(Function function) {
        return function;
    }

    Outliner outliner() {
        return outliner;
    }

    /// What a rule may ask about the function around a scope.
    ///
    /// @param total how often variables are used in the whole function
    record Locals(FreshNames names, UseCounts total) {
        Predicate<Var> usedOutside(Stmt part) {
            UseCounts inside = UseCounts.of(part);
            return variable -> total.of(variable) > inside.of(variable);
        }
    }

    Program run() {
        var functions = new ArrayList<Function>();
        for (Function each : program.functions()) {
            Function function = prepared(each);
            var locals = new Locals(FreshNames.of(function), UseCounts.of(function.body()));
            functions.add(
                    new Rewriter() {
                        @Override
                        public Stmt statement(Stmt statement) {
                            Stmt now = statement instanceof Scope scope ? scope(scope, function, locals) : statement;
                            return now == statement ? descend(statement) : again(now);
                        }

                        private Stmt again(Stmt statement) {
                            return statement instanceof Scope ? statement(statement) : descend(statement);
                        }
                    }.function(function));
        }
        List<Function> made = outliner.made();
        if (made.isEmpty()) {
            boolean same = true;
            for (int i = 0; i < functions.size(); i++) {
                same &= functions.get(i) == program.functions().get(i);
            }
            return same ? program : program.withFunctions(functions);
        }
        functions.addAll(made);
        return program.withFunctions(functions);
    }
}
