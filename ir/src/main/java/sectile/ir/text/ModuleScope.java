package sectile.ir.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Span;
import sectile.ir.CommGroup;
import sectile.ir.expr.Dim;
import sectile.ir.ops.Ops;
import sectile.python.syntax.Ast;

/// What a file says at its top level: constants, kernels, and names that only skipped Python defines.
final class ModuleScope {
    private final Diagnostics diagnostics;
    private final Specialisation specialisation;
    private final SequencedMap<String, Val> constants = new LinkedHashMap<>();
    private final SequencedMap<String, Declaration> kernels = new LinkedHashMap<>();
    private final SequencedMap<String, Declaration> methods = new LinkedHashMap<>();
    private final Map<String, Span> skipped = new LinkedHashMap<>();
    private final List<CommGroup> commGroups = new ArrayList<>();
    private final Evaluator evaluator;
    private final Decorators decorators;
    private String programName = "";
    private @Nullable Span undecorated;
    private @Nullable Span programSpan;

    ModuleScope(Ast.Module module, Specialisation specialisation, Ops ops, Diagnostics diagnostics) {
        this.diagnostics = diagnostics;
        this.specialisation = specialisation;
        this.evaluator = new Evaluator(
                name -> lookup(name.id())
                        .orElseThrow(
                                () -> Problem.at(name.span(), "LANG-201", "`" + name.id() + "` is not a constant")),
                null,
                ops);
        this.decorators = new Decorators(evaluator);
        constants.put("pl", new Val.Path("pl"));
        constants.put("pld", new Val.Path("pld"));
        statements(module.body());
    }

    Optional<Val> lookup(String name) {
        return Optional.ofNullable(constants.get(name));
    }

    /// The names that the top level assigns, and those of its dimensions.
    Set<String> settable() {
        Set<String> names = new TreeSet<>(constants.keySet());
        names.addAll(skipped.keySet());
        names.removeAll(List.of("pl", "pld"));
        for (Val value : constants.values()) {
            if (value instanceof Val.Ir(Dim dim)) {
                names.add(dim.name());
            }
        }
        return names;
    }

    Evaluator evaluator() {
        return evaluator;
    }

    Map<String, Declaration> kernels() {
        return kernels;
    }

    Map<String, Declaration> methods() {
        return methods;
    }

    List<CommGroup> commGroups() {
        return commGroups;
    }

    String programName() {
        return programName;
    }

    Optional<Span> skipped(String name) {
        return Optional.ofNullable(skipped.get(name));
    }

    /// Names that a kernel may use, for hints.
    List<String> names() {
        var names = new TreeSet<>(constants.keySet());
        names.addAll(kernels.keySet());
        return List.copyOf(names);
    }

    private void statements(List<Ast.Stmt> body) {
        for (Ast.Stmt statement : body) {
            switch (statement) {
                case Ast.Import i -> imports(i);
                case Ast.Assign assign -> assign.targets().forEach(t -> constant(t, assign.value()));
                case Ast.AnnAssign assign when assign.value() != null -> constant(assign.target(), assign.value());
                case Ast.FunctionDef function -> function(function);
                case Ast.ClassDef type -> classDefinition(type);
                case Ast.Skipped skip -> {
                    skip.names().forEach(n -> skipped.put(n, skip.span()));
                    if (skip.error()) {
                        diagnostics.error(skip.code(), skip.span(), skip.what());
                    }
                }
                case Ast.If branch -> {
                    // `if TYPE_CHECKING:` and `if __name__ == "__main__":` are Python's business.
                    names(branch.then());
                    names(branch.otherwise());
                }
                case Ast.For loop -> names(loop.body());
                case Ast.While loop -> names(loop.body());
                case Ast.With with -> names(with.body());
                case Ast.AnnAssign a -> {}
                case Ast.AugAssign assign -> {
                    if (assign.target() instanceof Ast.Name name) {
                        constants.remove(name.id());
                        skipped.put(name.id(), assign.span());
                    }
                }
                case Ast.ExprStmt e -> {}
                case Ast.Return r -> {}
                case Ast.Break b -> {}
                case Ast.Continue c -> {}
                case Ast.Pass p -> {}
            }
        }
    }

    private void imports(Ast.Import statement) {
        String path = statement.name().isEmpty() ? statement.module() : statement.module() + "." + statement.name();
        String language = LanguageNames.ofModule(path);
        if (!language.isEmpty()) {
            constants.put(statement.alias(), Evaluator.imported(language));
        } else if (!statement.alias().equals("*")) {
            skipped.put(statement.alias(), statement.span());
        }
    }

    /// Names that a skipped block defines.
    private void names(List<Ast.Stmt> body) {
        for (Ast.Stmt statement : body) {
            switch (statement) {
                case Ast.Assign assign -> {
                    for (Ast.Expr target : assign.targets()) {
                        if (target instanceof Ast.Name name) {
                            constants.remove(name.id());
                            skipped.put(name.id(), assign.span());
                        }
                    }
                }
                case Ast.FunctionDef function -> skipped.put(function.name(), function.span());
                case Ast.Import i -> imports(i);
                default -> {}
            }
        }
    }

    private void constant(Ast.Expr target, Ast.Expr value) {
        try {
            bind(target, evaluator.evaluate(value));
        } catch (DiagnosticException notConstant) {
            // Python may compute it in ways we do not; only a kernel that uses it is wrong.
            unbind(target, value.span());
        }
    }

    private void bind(Ast.Expr target, Val value) {
        if (target instanceof Ast.Name name) {
            skipped.remove(name.id());
            Object fixed = specialisation.constants().get(name.id());
            constants.put(name.id(), fixed == null ? value : Evaluator.constant(fixed));
        } else if (target instanceof Ast.Tuple tuple
                && value instanceof Val.Items items
                && tuple.elements().size() == items.values().size()) {
            for (int i = 0; i < items.values().size(); i++) {
                bind(tuple.elements().get(i), items.values().get(i));
            }
        } else {
            unbind(target, target.span());
        }
    }

    private void unbind(Ast.Expr target, Span span) {
        if (target instanceof Ast.Name name) {
            constants.remove(name.id());
            skipped.put(name.id(), span);
        } else if (target instanceof Ast.Tuple tuple) {
            tuple.elements().forEach(t -> unbind(t, span));
        }
    }

    private void function(Ast.FunctionDef function) {
        try {
            Optional<Declaration> declaration = decorators.declaration(function, "");
            if (declaration.isPresent()) {
                kernels.put(function.name(), declaration.get());
                constants.put(function.name(), new Val.Kernel(function.name()));
            } else {
                skipped.put(function.name(), function.nameSpan());
            }
        } catch (DiagnosticException e) {
            e.diagnostics().forEach(diagnostics::add);
        }
    }

    private void classDefinition(Ast.ClassDef type) {
        if (!decorators.isProgram(type)) {
            skipped.put(type.name(), type.nameSpan());
            if (holdsFunctions(type)) {
                undecorated = type.nameSpan();
            }
            return;
        }
        if (programSpan != null) {
            diagnostics.add(sectile.base.diag.Diagnostic.error(
                            "LANG-504", type.nameSpan(), "a file holds one program; `" + type.name() + "` is another")
                    .note(programSpan, "the first is here"));
            return;
        }
        programName = type.name();
        programSpan = type.nameSpan();
        for (Ast.Stmt statement : type.body()) {
            member(type, statement);
        }
    }

    private boolean holdsFunctions(Ast.ClassDef type) {
        for (Ast.Stmt statement : type.body()) {
            if (statement instanceof Ast.FunctionDef function) {
                for (Ast.Expr decorator : function.decorators()) {
                    Ast.Expr named = decorator instanceof Ast.Call call ? call.function() : decorator;
                    if (evaluator.path(named).orElse("").equals("pl.function")) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /// A class with functions of the language that is no program.
    Optional<Span> undecorated() {
        return Optional.ofNullable(undecorated);
    }

    private void member(Ast.ClassDef type, Ast.Stmt statement) {
        try {
            switch (statement) {
                case Ast.FunctionDef function -> {
                    Optional<Declaration> declaration = decorators.declaration(function, type.name());
                    if (declaration.isEmpty()) {
                        throw Problem.at(
                                function.nameSpan(),
                                "LANG-505",
                                "`" + function.name() + "` of a program has no decorator of the language",
                                "write @pl.function(...) above it");
                    }
                    if (methods.put(function.name(), declaration.get()) != null) {
                        throw Problem.at(
                                function.nameSpan(), "LANG-506", "two functions are named `" + function.name() + "`");
                    }
                }
                case Ast.Assign assign
                when assign.targets().size() == 1
                        && assign.targets().getFirst() instanceof Ast.Name name
                        && name.id().equals("comm_groups") ->
                    commGroups.addAll(CommGroupReader.read(evaluator, assign.value()));
                case Ast.Assign assign -> assign.targets().forEach(t -> constant(t, assign.value()));
                case Ast.ExprStmt e when e.value() instanceof Ast.StringLiteral -> {}
                case Ast.ExprStmt e when e.value() instanceof Ast.EllipsisLiteral -> {}
                case Ast.Pass p -> {}
                case Ast.Skipped skip ->
                    throw Problem.at(
                            skip.span(),
                            skip.code(),
                            skip.error() ? skip.what() : skip.what() + " cannot be used in a program");
                default ->
                    throw Problem.at(
                            statement.span(), "LANG-507", "a program holds functions and constants, nothing else");
            }
        } catch (DiagnosticException e) {
            e.diagnostics().forEach(diagnostics::add);
        }
    }
}
