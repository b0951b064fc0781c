package sectile.ir.text;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Type;
import sectile.ir.expr.UnknownType;
import sectile.ir.ops.Ops;
import sectile.ir.problem.LanguageCode;
import sectile.python.problem.SyntaxCode;
import sectile.python.syntax.CalledNames;

/// Makes the functions of a program, each when it is first called, once per combination of argument types.
final class ProgramLowering {
    /// Codes of problems that no type of an argument causes or hides.
    private static final Set<DiagnosticCode> INDEPENDENT = Set.of(
            SyntaxCode.NOT_SUPPORTED,
            LanguageCode.UNKNOWN_NAME,
            LanguageCode.UNKNOWN_MEMBER,
            LanguageCode.UNKNOWN_DECORATOR,
            LanguageCode.UNKNOWN_DTYPE,
            LanguageCode.PYTHON_NAME,
            LanguageCode.USED_BEFORE_DEFINED,
            LanguageCode.UNKNOWN_FUNCTION,
            LanguageCode.UNKNOWN_OP,
            LanguageCode.RAISED,
            LanguageCode.OUTSIDE_LOOP,
            LanguageCode.RECURSION);

    private final ProgramText text;
    private final Reading reading;
    private final Specialisation specialisation;
    private Diagnostics diagnostics;
    private final IdentityHashMap<Declaration, Map<List<@Nullable Type>, Optional<Function>>> instances =
            new IdentityHashMap<>();
    private final Map<String, Function> functions = new TreeMap<>();
    private final Set<String> taken = new HashSet<>();
    private final ArrayDeque<Declaration> underway = new ArrayDeque<>();

    ProgramLowering(ProgramText text, Reading reading) {
        this.text = text;
        this.reading = reading;
        this.specialisation = reading.specialisation();
        this.diagnostics = reading.diagnostics();
    }

    Ops ops() {
        return reading.ops();
    }

    Diagnostics diagnostics() {
        return diagnostics;
    }

    Specialisation specialisation() {
        return specialisation;
    }

    Optional<Program> lower(SourceFile source) {
        if (text.problem().isPresent()) {
            diagnostics.add(text.problem().get());
            return Optional.empty();
        }
        Map<String, Declaration> roots = text.functions();
        if (!specialisation.entry().isEmpty() && !roots.containsKey(specialisation.entry())) {
            // The name is not in the file: the command line, which has it, gives the position.
            diagnostics.add(Problem.unknown(
                            Span.none(),
                            LanguageCode.NO_ENTRY,
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
            if (Signatures.isComplete(declaration)) {
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
        return Optional.of(UnsplitKernels.of(new Program(
                text.name(), List.copyOf(functions.values()), text.commGroups(), Origin.of(new Span(source, 0, 0)))));
    }

    /// Functions without shapes that nothing calls: the entry, if the run's arguments fit, or a question to the user.
    private void leftOver(List<Declaration> open) {
        if (!specialisation.entry().isEmpty()) {
            return;
        }
        Set<String> called = new HashSet<>();
        open.forEach(declaration -> CalledNames.collect(declaration.syntax(), called));
        for (Declaration declaration : open.reversed()) {
            if (!instances.containsKey(declaration) && !called.contains(declaration.name())) {
                if (specialisation.partial()) {
                    partially(declaration);
                } else {
                    instance(declaration, List.of());
                }
            }
        }
    }

    /// Checks what does not depend on the types that are not known.
    private void partially(Declaration declaration) {
        Diagnostics all = diagnostics;
        var found = new Diagnostics();
        diagnostics = found;
        instance(declaration, List.of());
        diagnostics = all;
        List<String> unknown = Signatures.open(declaration, specialisation);
        if (unknown.isEmpty()) {
            found.all().forEach(all::add);
            return;
        }
        found.all().stream().filter(d -> INDEPENDENT.contains(d.kind())).forEach(all::add);
        all.warning(
                LanguageCode.UNKNOWN_JIT_SHAPES,
                declaration.syntax().nameSpan(),
                "`" + declaration.name() + "` was checked in part: the "
                        + (unknown.size() == 1 ? "type" : "types") + " of " + String.join(", ", unknown)
                        + (unknown.size() == 1 ? " is" : " are") + " not known",
                "give them with --shape " + unknown.getFirst() + "=128x128:f32 or --input " + unknown.getFirst()
                        + "=FILE.npy");
    }

    /// The method that a call means.
    Declaration method(String name, Span span) {
        Declaration found = text.isClass() ? text.functions().get(name) : null;
        if (found == null) {
            throw Problem.unknown(
                    span,
                    LanguageCode.UNKNOWN_FUNCTION,
                    "the program has no function `" + name + "`",
                    name,
                    text.functions().keySet());
        }
        return found;
    }

    /// The function for the given argument types; empty if it is itself wrong.
    Optional<Function> callee(Declaration declaration, List<@Nullable Type> argumentTypes, Span call) {
        if (underway.stream().anyMatch(d -> d == declaration)) {
            throw Problem.at(
                    call,
                    LanguageCode.RECURSION,
                    "`" + declaration.name() + "` calls itself: "
                            + String.join(
                                    " → ",
                                    underway.reversed().stream()
                                            .map(Declaration::name)
                                            .toList()) + " → "
                            + declaration.name());
        }
        return instance(declaration, Signatures.isComplete(declaration) ? List.of() : argumentTypes);
    }

    /// A function that was read without errors.
    Optional<Function> function(String name) {
        return Optional.ofNullable(functions.get(name));
    }

    private Optional<Function> instance(Declaration declaration, List<@Nullable Type> argumentTypes) {
        var known = instances.computeIfAbsent(declaration, d -> new LinkedHashMap<>());
        Optional<Function> made = known.get(argumentTypes);
        if (made != null) {
            return made;
        }
        String name = fresh(declaration.name());
        known.put(argumentTypes, Optional.empty());
        underway.push(declaration);
        Optional<Function> function = Optional.empty();
        try {
            int before = errors();
            Function lowered = new FunctionLowering(this, declaration, name, argumentTypes).lower();
            boolean right = errors() == before;
            // What a wrong function returns is only known if it says so.
            function = right || declaration.syntax().returns() != null ? Optional.of(lowered) : Optional.empty();
            if (right && lowered.params().stream().noneMatch(p -> p.type() instanceof UnknownType)) {
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

    /// Whether something can be read without errors; if not, nothing is reported.
    boolean isReadable(Runnable reading) {
        Diagnostics all = diagnostics;
        var found = new Diagnostics();
        diagnostics = found;
        reading.run();
        diagnostics = all;
        if (found.hasErrors()) {
            return false;
        }
        found.all().forEach(all::add);
        return true;
    }

    /// A name that no other function has; files and specialisations may use one twice.
    private String fresh(String name) {
        String candidate = name;
        for (int i = 2; !taken.add(candidate); i++) {
            candidate = name + "__" + i;
        }
        return candidate;
    }

    private int errors() {
        return (int) diagnostics.all().stream()
                .filter(d -> d.severity() == sectile.base.diag.Severity.ERROR)
                .count();
    }
}
