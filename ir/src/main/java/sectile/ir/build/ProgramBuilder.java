package sectile.ir.build;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.ir.CommGroup;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.WindowBuffer;
import sectile.ir.expr.Origin;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.FunctionKind;
import sectile.ir.symbol.Level;
import sectile.ir.symbol.Role;
import sectile.ir.verify.Verifier;
import sectile.python.syntax.Keywords;

/// A program: functions that call those added before them, and groups of devices.
public final class ProgramBuilder {
    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final CallSite callSite = new CallSite();
    private final Map<String, Function> functions = new LinkedHashMap<>();
    private final List<CommGroup> groups = new ArrayList<>();

    private ProgramBuilder() {}

    /// Builds and verifies a program.
    ///
    /// @throws sectile.base.diag.DiagnosticException with everything that is wrong
    public static Program program(String name, Consumer<ProgramBuilder> content) {
        Program program = unverified(name, content);
        var diagnostics = new Diagnostics();
        Verifier.verify(program, diagnostics);
        diagnostics.throwIfErrors();
        return program;
    }

    /// Builds a program that may be wrong in what only the verifier sees, to have that verified elsewhere.
    ///
    /// @throws sectile.base.diag.DiagnosticException with the first mistake that the builder itself refuses
    public static Program unverified(String name, Consumer<ProgramBuilder> content) {
        var builder = new ProgramBuilder();
        Origin origin = builder.callSite.origin();
        identifier(name, "program", origin);
        content.accept(builder);
        return new Program(name, List.copyOf(builder.functions.values()), builder.groups, origin);
    }

    /// Adds a function of any kind.
    public Function function(String name, FunctionKind kind, Consumer<FunctionBuilder> content) {
        Origin origin = callSite.origin();
        identifier(name, "function", origin);
        if (functions.containsKey(name)) {
            throw Mistake.at(origin.span(), LanguageCode.FUNCTION_TWICE, "two functions are named `" + name + "`");
        }
        var builder = new FunctionBuilder(this, name, kind, callSite);
        content.accept(builder);
        Function function = builder.build();
        functions.put(name, function);
        return function;
    }

    /// A kernel.
    public Function inCore(String name, Consumer<FunctionBuilder> content) {
        return function(name, FunctionKind.IN_CORE, content);
    }

    /// A function that hands out tasks on one device.
    public Function orchestration(String name, Consumer<FunctionBuilder> content) {
        return function(name, FunctionKind.ORCHESTRATION, content);
    }

    /// A function of the host, which dispatches to devices.
    public Function host(String name, Consumer<FunctionBuilder> content) {
        return function(
                name,
                FunctionKind.OPAQUE,
                f -> content.accept(f.level(Level.HOST).role(Role.ORCHESTRATOR)));
    }

    /// Devices that communicate through windows; no devices means all.
    public void commGroup(List<Integer> devices, WindowBuffer... windows) {
        groups.add(new CommGroup(devices, List.of(windows)));
    }

    Function callee(Function function, Origin origin) {
        if (functions.get(function.name()) != function) {
            throw Mistake.at(
                    origin.span(),
                    LanguageCode.UNKNOWN_FUNCTION,
                    "`" + function.name() + "` is not a function that was added to this program before",
                    functions.isEmpty() ? "" : Nearest.hint(function.name(), functions.keySet()));
        }
        return function;
    }

    /// Names that a text could not hold are refused where they are given.
    static void identifier(String name, String what, Origin origin) {
        if (!IDENTIFIER.matcher(name).matches() || Keywords.reserved().contains(name)) {
            throw Mistake.at(
                    origin.span(),
                    LanguageCode.BAD_NAME,
                    "`" + name + "` cannot be the name of a " + what,
                    "letters, digits and `_`, not beginning with a digit, and no word that Python reserves");
        }
    }
}
