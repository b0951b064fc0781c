package sectile.runtime.c;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.interp.problem.ExecCode;
import sectile.ir.CommGroup;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.WindowBuffer;
import sectile.runtime.problem.RunCode;

/// A program as C: what its entry function reaches.
public final class ProgramEmitter {
    private ProgramEmitter() {}

    /// Emits what a function of the program needs to run on this machine.
    ///
    /// @throws DiagnosticException RUN-301 when C cannot express something of it
    public static CSource emit(Program program, String entry) {
        return emit(program, entry, Dialect.C);
    }

    /// Emits what a function of the program needs to run on devices of a dialect.
    ///
    /// @throws DiagnosticException RUN-301 when C cannot express something of it
    public static CSource emit(Program program, String entry, Dialect dialect) {
        var unit = new Unit(program, dialect);
        String name = unit.routine(entry);
        var functions = new ArrayList<String>();
        Set<String> done = new HashSet<>();
        for (boolean more = true; more; ) {
            more = false;
            for (String wanted : unit.wanted()) {
                if (done.add(wanted)) {
                    functions.add(function(unit, program.function(wanted)));
                    more = true;
                }
            }
        }
        var text = new StringBuilder(
                dialect.printsLoops() ? "#include \"sx_vector.h\"\n\n" : "#include \"sx_rows.h\"\n\n");
        unit.wanted()
                .forEach(f -> text.append("static const sx_routine ")
                        .append(unit.routine(f))
                        .append(";\n"));
        for (int i = 0; i < unit.bodyCount(); i++) {
            text.append("static int b").append(i).append("(sx_ctx *c, sx_frame *f);\n");
        }
        text.append('\n').append(unit.bodies()).append('\n');
        functions.forEach(f -> text.append(f).append('\n'));
        text.append(groups(program));
        text.append("__attribute__((visibility(\"default\"))) const sx_program sx_the_program = {&")
                .append(name)
                .append(", ")
                .append(program.commGroups().size())
                .append(", groups};\n");
        return new CSource(text.toString(), unit.sites(), unit.microKernels(), unit.fusedOps(), unit.kernels());
    }

    private static String function(Unit unit, Function function) {
        if (function.attrs().has("external_source")) {
            throw new DiagnosticException(Diagnostic.error(
                            RunCode.NOT_EXPRESSIBLE,
                            function.origin().span(),
                            "`" + function.name() + "` is written in another language, which is not compiled")
                    .hint("give it a body that says what it does"));
        }
        return new FunctionEmitter(unit, function).emit();
    }

    private static String groups(Program program) {
        var groups = new ArrayList<String>();
        for (CommGroup group : program.commGroups()) {
            List<String> sizes =
                    group.slots().stream().map(ProgramEmitter::bytes).toList();
            groups.add("{" + group.devices().size() + ", (const int[]){" + Text.elements(group.devices())
                    + "}, (const int64_t[]){" + Text.elements(sizes) + "}}");
        }
        return "static const sx_comm_group groups[] = {" + (groups.isEmpty() ? "{0}" : String.join(", ", groups))
                + "};\n";
    }

    /// What a window has on each device of its group.
    private static String bytes(WindowBuffer slot) {
        return Long.toString(slot.bytes()
                .orElseThrow(() -> new DiagnosticException(Diagnostic.error(
                        ExecCode.BAD_EXTENT,
                        slot.origin().span(),
                        "the size of the window `" + slot.name() + "` is not constant: " + slot.size()))));
    }
}
