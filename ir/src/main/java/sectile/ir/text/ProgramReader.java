package sectile.ir.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.ir.CommGroup;
import sectile.ir.problem.LanguageCode;
import sectile.python.run.Execution;
import sectile.python.syntax.Ast;

/// The members of a class under `@pl.program`.
final class ProgramReader {
    private final PythonScope members;
    private final Diagnostics diagnostics;
    private final SequencedMap<String, Declaration> functions = new LinkedHashMap<>();
    private final ArrayList<CommGroup> commGroups = new ArrayList<>();

    ProgramReader(PythonScope around, Decorators decorators, Diagnostics diagnostics) {
        this.members = around.ofClass();
        this.diagnostics = diagnostics;
    }

    ProgramText read(Ast.ClassDef type, String path) {
        var decorators = new Decorators(members);
        for (Ast.Stmt statement : type.body()) {
            try {
                member(type, statement, decorators);
            } catch (DiagnosticException e) {
                e.diagnostics().forEach(diagnostics::add);
            }
        }
        return new ProgramText(type.name(), path, type.nameSpan(), true, functions, commGroups, Optional.empty());
    }

    private void member(Ast.ClassDef type, Ast.Stmt statement, Decorators decorators) {
        switch (statement) {
            case Ast.FunctionDef function -> {
                Optional<Declaration> declaration = decorators.declaration(function, type.name());
                if (declaration.isEmpty()) {
                    throw Problem.at(
                            function.nameSpan(),
                            LanguageCode.UNDECORATED_METHOD,
                            "`" + function.name() + "` of a program has no decorator of the language",
                            "write @pl.function(...) above it");
                }
                if (functions.put(function.name(), declaration.get()) != null) {
                    throw Problem.at(
                            function.nameSpan(),
                            LanguageCode.FUNCTION_TWICE,
                            "two functions are named `" + function.name() + "`");
                }
            }
            case Ast.Assign assign
            when assign.targets().size() == 1
                    && assign.targets().getFirst() instanceof Ast.Name name
                    && name.id().equals("comm_groups") ->
                commGroups.addAll(CommGroupReader.read(members.evaluator(), assign.value()));
            case Ast.Assign _, Ast.AnnAssign _, Ast.Assert _ ->
                new Execution<>(members).run(java.util.List.of(statement));
            case Ast.ExprStmt e when e.value() instanceof Ast.StringLiteral -> {}
            case Ast.ExprStmt e when e.value() instanceof Ast.EllipsisLiteral -> {}
            case Ast.Pass p -> {}
            case Ast.Skipped skip ->
                throw Problem.at(
                        skip.span(),
                        skip.code(),
                        skip.error() ? skip.what() : skip.what() + " cannot be used in a program");
            case Ast.AugAssign _, Ast.Compound _, Ast.Jump _, Ast.Import _, Ast.ClassDef _, Ast.ExprStmt _ ->
                throw Problem.at(
                        statement.span(),
                        LanguageCode.STRAY_MEMBER,
                        "a program holds functions and constants, nothing else");
        }
    }
}
