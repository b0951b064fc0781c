package sectile.ir.binary;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.ir.expr.Var;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Break;
import sectile.ir.stmt.Continue;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.For;
import sectile.ir.stmt.If;
import sectile.ir.stmt.IterArg;
import sectile.ir.stmt.Return;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.While;
import sectile.ir.stmt.Yield;

/// Statements as bytes.
final class StatementWriter {
    private final Output out;
    private final BinaryWriter writer;

    StatementWriter(Output out, BinaryWriter writer) {
        this.out = out;
        this.writer = writer;
    }

    void write(Stmt statement) {
        switch (statement) {
            case Assign assign -> {
                out.unsigned(Format.ASSIGN);
                writer.expression(assign.value());
                writer.variable(assign.target());
            }
            case Eval eval -> {
                out.unsigned(Format.EVAL);
                writer.expression(eval.value());
            }
            case Yield yield -> {
                out.unsigned(Format.YIELD);
                writer.expressions(yield.values());
            }
            case Return ret -> {
                out.unsigned(Format.RETURN);
                writer.expressions(ret.values());
            }
            case Break b -> out.unsigned(Format.BREAK);
            case Continue c -> out.unsigned(Format.CONTINUE);
            case Seq seq -> {
                out.unsigned(Format.SEQ);
                out.list(seq.steps(), this::write);
            }
            case If branch -> {
                out.unsigned(Format.IF);
                writer.expression(branch.condition());
                write(branch.then());
                write(branch.otherwise());
                out.list(branch.results(), writer::variable);
            }
            case For loop -> {
                out.unsigned(Format.FOR);
                out.constant(loop.kind());
                writer.expression(loop.start());
                writer.expression(loop.stop());
                writer.expression(loop.step());
                writer.attributes(loop.attrs());
                iterArgs(loop.iterArgs());
                writer.variable(loop.index());
                write(loop.body());
                out.list(loop.results(), writer::variable);
            }
            case While loop -> {
                out.unsigned(Format.WHILE);
                iterArgs(loop.iterArgs());
                writer.expression(loop.condition());
                write(loop.body());
                out.list(loop.results(), writer::variable);
            }
            case Scope scope -> {
                out.unsigned(Format.SCOPE);
                out.constant(scope.kind());
                writer.attributes(scope.attrs());
                optional(scope.index());
                optional(scope.task());
                write(scope.body());
            }
        }
    }

    private void iterArgs(List<IterArg> iterArgs) {
        out.list(iterArgs, arg -> {
            writer.expression(arg.init());
            writer.variable(arg.variable());
        });
    }

    private void optional(@Nullable Var variable) {
        out.flag(variable != null);
        if (variable != null) {
            writer.variable(variable);
        }
    }
}
