package sectile.cli.ops;

import com.beust.jcommander.ParametersDelegate;
import java.util.List;
import java.util.TreeSet;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.options.JsonOption;
import sectile.cli.problem.CliCode;
import sectile.ir.expr.Op;
import sectile.ir.ops.Ops;
import sectile.sim.kernel.TlOperation;
import sectile.sim.kernel.TlTable;

/// `sectile ops`
public final class OpsCommand implements Command {
    private static final String TL = "tl.";

    @ParametersDelegate
    private final JsonOption json = new JsonOption();

    @Override
    public String name() {
        return "ops";
    }

    @Override
    public String summary() {
        return "shows the ops of the tile language and the operations of tl";
    }

    @Override
    public String description() {
        return "Without NAME it lists all of them. NAME is a full name such as pl.tile.add or tl.load, or its last part.";
    }

    @Override
    public Operands operands() {
        return Operands.optional("[NAME]");
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("ops", "the list"),
                new Example("ops pl.tile.load", "one op: operands, effects, semantics"),
                new Example("ops exp", "everything whose name ends in .exp"),
                new Example("ops tl.dot --json", "for another program"));
    }

    @Override
    public ExitCode run(Invocation call) {
        if (json.wanted()) {
            call.console().answerInJson();
        }
        // Not fields: every command would wait until all ops are made.
        Ops ops = Ops.standard();
        TlTable table = TlTable.standard();
        boolean one = !call.operands().isEmpty();
        String name = one ? call.operand(0) : "";
        List<Op> found =
                ops.all().stream().filter(op -> !one || isNamed(op, name)).toList();
        List<TlOperation> rows =
                table.all().stream().filter(row -> !one || isNamed(row, name)).toList();
        if (found.isEmpty() && rows.isEmpty()) {
            throw unknown(call, name, ops, table);
        }
        if (json.wanted()) {
            call.console().document(document -> OpsJson.write(document, found, rows));
        } else {
            call.console().print(one ? OpsText.details(found, rows) : OpsText.list(found, rows));
        }
        return ExitCode.OK;
    }

    private static boolean isNamed(Op op, String name) {
        return op.name().equals(name)
                || op.surface().equals(name)
                || op.simpleName().equals(name)
                || op.aliases().contains(name);
    }

    private static boolean isNamed(TlOperation row, String name) {
        return row.name().equals(name) || name.equals(TL + row.name());
    }

    private static DiagnosticException unknown(Invocation call, String name, Ops ops, TlTable table) {
        var known = new TreeSet<String>();
        boolean full = name.contains(".");
        for (Op op : ops.all()) {
            known.add(full ? op.surface() : op.simpleName());
        }
        table.names().forEach(row -> known.add(full ? TL + row : row));
        return new DiagnosticException(Diagnostic.error(
                        CliCode.UNKNOWN_OP,
                        call.spanOfOperand(0),
                        "there is no op or operation of tl named `" + name + "`")
                .hint(Nearest.hint(name, known)));
    }
}
