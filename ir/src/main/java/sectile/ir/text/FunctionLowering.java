package sectile.ir.text;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sectile.ir.Attr;
import sectile.ir.Attrs;
import sectile.ir.Describe;
import sectile.ir.Function;
import sectile.ir.Origin;
import sectile.ir.Param;
import sectile.ir.Seq;
import sectile.ir.Stmt;
import sectile.ir.TupleType;
import sectile.ir.Type;
import sectile.python.syntax.Ast;

/// One function, from its signature to its last statement.
final class FunctionLowering {
    private final Declaration declaration;
    private final String name;
    private final Signatures signature;
    private final Body body;
    private final StatementLowering statements;

    FunctionLowering(
            ProgramLowering program, Declaration declaration, String name, List<@Nullable Type> argumentTypes) {
        this.declaration = declaration;
        this.name = name;
        this.signature = new Signatures(program, declaration, argumentTypes);
        this.body = new Body(program, declaration);
        for (Param param : signature.params()) {
            body.bind(param.name(), new Val.Ir(param.variable()));
        }
        signature.constants().forEach(body::bind);
        this.statements = new StatementLowering(body);
    }

    Function lower() {
        List<Type> declared = declaredResults();
        statements.expectResults(declared);
        statements.lower(declaration.syntax().body());
        List<Stmt> steps = body.close();
        List<Type> results = declared != null ? declared : statements.inferredResults();
        var attrs = new TreeMap<String, Attr>(declaration.attrs().asMap());
        attrs.putAll(statements.functionAttributes());
        return new Function(
                name,
                declaration.kind(),
                declaration.level(),
                declaration.role(),
                signature.params(),
                results,
                Seq.of(steps),
                Attrs.of(attrs),
                Origin.of(declaration.syntax().nameSpan()));
    }

    private @Nullable List<Type> declaredResults() {
        Ast.Expr returns = declaration.syntax().returns();
        if (returns == null) {
            return null;
        }
        if (returns instanceof Ast.NoneLiteral) {
            return List.of();
        }
        String bare = statements.evaluator().path(returns).orElse("");
        if (declaration.jit() && (bare.equals("pl.Tensor") || bare.equals("pld.DistributedTensor"))) {
            return null;
        }
        Type type = new Annotations(statements.evaluator()).type(returns);
        return type instanceof TupleType tuple ? new ArrayList<>(tuple.elements()) : List.of(type);
    }

    static String describe(List<Type> results) {
        return switch (results.size()) {
            case 0 -> "nothing";
            case 1 -> Describe.type(results.getFirst());
            default -> Describe.type(new TupleType(results));
        };
    }
}
