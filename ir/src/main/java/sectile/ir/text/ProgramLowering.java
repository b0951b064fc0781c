package sectile.ir.text;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Type;
import sectile.ir.ops.Ops;

/// Makes the functions of a program, each when it is first called, once per combination of argument types.
final class ProgramLowering {
    private final ModuleScope module;
    private final Specialisation specialisation;
    private final Ops ops;
    private final Diagnostics diagnostics;
    private final Map<String, Map<List<@Nullable Type>, Optional<Function>>> instances = new LinkedHashMap<>();
    private final Map<String, Function> functions = new TreeMap<>();
    private final ArrayDeque<String> underway = new ArrayDeque<>();

    ProgramLowering(ModuleScope module, Specialisation specialisation, Ops ops, Diagnostics diagnostics) {
        this.module = module;
        this.specialisation = specialisation;
        this.ops = ops;
        this.diagnostics = diagnostics;
    }

    ModuleScope module() {
        return module;
    }

    Ops ops() {
        return ops;
    }

    Diagnostics diagnostics() {
        return diagnostics;
    }

    Specialisation specialisation() {
        return specialisation;
    }

    Optional<Program> lower(SourceFile source) {
        Map<String, Declaration> roots = module.methods().isEmpty() ? module.kernels() : module.methods();
        checkNames(source);
        if (roots.isEmpty() && (diagnostics.hasErrors() || !module.programName().isEmpty())) {
            return Optional.of(new Program(
                    module.programName().isEmpty() ? "Program" : module.programName(),
                    List.of(),
                    module.commGroups(),
                    Origin.of(new Span(source, 0, 0))));
        }
        if (roots.isEmpty()) {
            diagnostics.error(
                    "LANG-515",
                    module.undecorated().orElse(new Span(source, 0, 0)),
                    "this file holds no program",
                    module.undecorated().isPresent()
                            ? "write @pl.program above this class"
                            : "a program is a class under @pl.program or functions under @pl.jit");
            return Optional.empty();
        }
        if (!specialisation.entry().isEmpty() && !roots.containsKey(specialisation.entry())) {
            diagnostics.add(Problem.unknown(
                            new Span(source, 0, 0),
                            "LANG-516",
                            "no function is named `" + specialisation.entry() + "`",
                            specialisation.entry(),
                            roots.keySet())
                    .diagnostics()
                    .getFirst());
            return Optional.empty();
        }
        List<Declaration> open = new ArrayList<>();
        for (Declaration declaration : roots.values()) {
            boolean entry =
                    specialisation.entry().isEmpty() || specialisation.entry().equals(declaration.name());
            if (Signatures.isComplete(declaration, module)) {
                if (entry || !declaration.jit()) {
                    instance(declaration, List.of());
                }
            } else if (specialisation.entry().equals(declaration.name())) {
                instance(declaration, List.of());
            } else {
                open.add(declaration);
            }
        }
        leftOver(open);
        String name = module.programName().isEmpty() ? "Program" : module.programName();
        return Optional.of(new Program(
                name, List.copyOf(functions.values()), module.commGroups(), Origin.of(new Span(source, 0, 0))));
    }

    /// A constant or an argument of the run that the program does not have would have no effect.
    private void checkNames(SourceFile source) {
        Set<String> parameters = new TreeSet<>();
        for (Map<String, Declaration> declarations : List.of(module.kernels(), module.methods())) {
            declarations
                    .values()
                    .forEach(declaration ->
                            declaration.syntax().parameters().forEach(parameter -> parameters.add(parameter.name())));
        }
        parameters.remove("self");
        Set<String> constants = new TreeSet<>(parameters);
        constants.addAll(module.settable());
        unknown(
                source,
                "LANG-525",
                "constant, dimension or parameter",
                specialisation.constants().keySet(),
                constants);
        unknown(source, "LANG-526", "parameter", specialisation.arguments().keySet(), parameters);
    }

    private void unknown(SourceFile source, String code, String what, Set<String> given, Set<String> known) {
        for (String name : new TreeSet<>(given)) {
            if (!known.contains(name)) {
                diagnostics.add(Diagnostic.error(
                                code, Span.none(), "`" + source.name() + "` has no " + what + " `" + name + "`")
                        .hint(Nearest.hint(name, known)));
            }
        }
    }

    /// Functions without shapes that nothing calls: the entry, if the run's arguments fit, or a question to the user.
    private void leftOver(List<Declaration> open) {
        if (!specialisation.entry().isEmpty()) {
            return;
        }
        for (Declaration declaration : open.reversed()) {
            if (!instances.containsKey(declaration.name())) {
                instance(declaration, List.of());
            }
        }
    }

    /// The declaration that a call means.
    Optional<Declaration> declaration(String name, boolean method) {
        return Optional.ofNullable(
                method ? module.methods().get(name) : module.kernels().get(name));
    }

    /// The function for the given argument types; empty if it is itself wrong.
    Optional<Function> callee(Declaration declaration, List<@Nullable Type> argumentTypes, Span call) {
        if (underway.contains(declaration.name())) {
            throw Problem.at(
                    call,
                    "LANG-514",
                    "`" + declaration.name() + "` calls itself: " + String.join(" → ", underway.reversed()) + " → "
                            + declaration.name());
        }
        return instance(declaration, Signatures.isComplete(declaration, module) ? List.of() : argumentTypes);
    }

    /// A function that was read without errors.
    Optional<Function> function(String name) {
        return Optional.ofNullable(functions.get(name));
    }

    private Optional<Function> instance(Declaration declaration, List<@Nullable Type> argumentTypes) {
        var known = instances.computeIfAbsent(declaration.name(), n -> new LinkedHashMap<>());
        Optional<Function> made = known.get(argumentTypes);
        if (made != null) {
            return made;
        }
        String name = known.isEmpty() ? declaration.name() : declaration.name() + "__" + (known.size() + 1);
        known.put(argumentTypes, Optional.empty());
        underway.push(declaration.name());
        Optional<Function> function = Optional.empty();
        try {
            int before = errors();
            Function lowered = new FunctionLowering(this, declaration, name, argumentTypes).lower();
            function = Optional.of(lowered);
            if (errors() == before) {
                functions.put(name, lowered);
            }
        } catch (DiagnosticException e) {
            e.diagnostics().forEach(diagnostics::add);
        } finally {
            underway.pop();
        }
        known.put(argumentTypes, function);
        return function;
    }

    private int errors() {
        return (int) diagnostics.all().stream()
                .filter(d -> d.severity() == sectile.base.diag.Severity.ERROR)
                .count();
    }
}
