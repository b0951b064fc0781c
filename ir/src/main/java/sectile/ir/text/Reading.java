package sectile.ir.text;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.ir.ops.Ops;
import sectile.python.syntax.Ast;
import sectile.python.syntax.Parser;

/// A file with those it imports while they are read, and the programs found.
final class Reading {
    private static final int MAX_DEPTH = 60;

    private final Specialisation specialisation;
    private final Ops ops;
    private final Diagnostics diagnostics;
    private final Map<String, PythonScope> modules = new LinkedHashMap<>();
    private final List<ProgramText> programs = new ArrayList<>();
    private final ArrayDeque<Factory> factories = new ArrayDeque<>();
    private final List<Factory> called = new ArrayList<>();
    private final List<String> parameters = new ArrayList<>();
    private int depth;
    private Optional<Span> undecorated = Optional.empty();

    /// A function of Python that makes programs, with the scope it is defined in.
    record Factory(Ast.FunctionDef syntax, PythonScope around, String path) {}

    Reading(Specialisation specialisation, Ops ops, Diagnostics diagnostics) {
        this.specialisation = specialisation;
        this.ops = ops;
        this.diagnostics = diagnostics;
    }

    Specialisation specialisation() {
        return specialisation;
    }

    Ops ops() {
        return ops;
    }

    Diagnostics diagnostics() {
        return diagnostics;
    }

    /// All programs of a file.
    List<ProgramText> programs(SourceFile source) {
        PythonScope main = module(source, true);
        while (!factories.isEmpty()) {
            Factory factory = factories.pop();
            if (called.stream().noneMatch(f -> f.syntax() == factory.syntax())) {
                PythonScope.make(this, factory);
            }
        }
        if (!main.kernels().isEmpty()) {
            programs.addFirst(main.jitProgram("", Optional.empty()));
        }
        return List.copyOf(programs);
    }

    PythonScope main() {
        return modules.values().iterator().next();
    }

    private PythonScope module(SourceFile source, boolean main) {
        Ast.Module syntax = Parser.parse(source, diagnostics);
        PythonScope scope = PythonScope.ofModule(this, source, main);
        modules.put(source.name(), scope);
        scope.execute(syntax.body());
        return scope;
    }

    /// The scope of an imported file.
    Optional<PythonScope> imported(SourceFile importer, int level, String name) {
        Optional<SourceFile> file = specialisation.siblings().find(importer, level, name);
        if (file.isEmpty()) {
            return Optional.empty();
        }
        PythonScope known = modules.get(file.get().name());
        return Optional.of(known != null ? known : module(file.get(), false));
    }

    void found(ProgramText program) {
        programs.add(program);
    }

    /// Something raised in a factory belongs to the programs it made.
    void raised(String path, sectile.base.diag.Diagnostic problem, Span span) {
        boolean any = false;
        for (int i = 0; i < programs.size(); i++) {
            if (programs.get(i).path().equals(path)) {
                programs.set(i, programs.get(i).with(problem));
                any = true;
            }
        }
        if (!any) {
            programs.add(
                    new ProgramText(path, path, span, false, new LinkedHashMap<>(), List.of(), Optional.of(problem)));
        }
    }

    void factory(Factory factory) {
        factories.add(factory);
        factory.syntax().parameters().forEach(p -> parameters.add(p.name()));
    }

    void isCalled(Ast.FunctionDef factory, PythonScope around) {
        called.add(new Factory(factory, around, ""));
    }

    /// Parameters of factories, which `--set` may name.
    List<String> parameters() {
        return parameters;
    }

    void undecorated(Span type) {
        undecorated = Optional.of(type);
    }

    /// A class with functions of the language that is not a program.
    Optional<Span> undecorated() {
        return undecorated;
    }

    void enter(Span span) {
        if (++depth > MAX_DEPTH) {
            throw Problem.at(span, ValScope.RAISED, "functions call each other more than " + MAX_DEPTH + " deep");
        }
    }

    void leave() {
        depth--;
    }
}
