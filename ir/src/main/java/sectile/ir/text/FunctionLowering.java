package sectile.ir.text;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sectile.ir.Function;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Describe;
import sectile.ir.expr.Origin;
import sectile.ir.expr.TupleType;
import sectile.ir.expr.Type;
import sectile.ir.stmt.Seq;
import sectile.ir.symbol.Role;
import sectile.python.syntax.Ast;

/// One function, from its signature to its last statement.
final class FunctionLowering {
    private final Declaration declaration;
    private final String name;
    private final Signatures signature;
    private final ProgramLowering program;
    private final FunctionContext context;
    private final Block body;

    FunctionLowering(
            ProgramLowering program, Declaration declaration, String name, List<@Nullable Type> argumentTypes) {
        this.program = program;
        this.declaration = declaration;
        this.name = name;
        this.signature = new Signatures(program, declaration, argumentTypes);
        this.context = new FunctionContext(program, declaration);
        this.body = Block.of(context);
        signature.params().forEach(p -> body.bind(p.variable()));
        signature.constants().forEach(body::bind);
    }

    Function lower() {
        context.declareResults(declaredResults());
        var attrs = new TreeMap<String, Attr>(declaration.attrs().asMap());
        Block read = body;
        if (declaration.role() == Role.SUB_WORKER && !program.isReadable(() -> statements(body))) {
            // A callback in Python: it is named when it would have to run.
            attrs.put("external_source", new Attr.Text("python"));
            read = Block.of(context);
        } else if (declaration.role() != Role.SUB_WORKER) {
            statements(body);
        }
        attrs.putAll(context.attributes());
        Origin origin = Origin.of(declaration.syntax().nameSpan());
        Function function = Function.of(
                        name, declaration.kind(), signature.params(), context.results(), Seq.of(read.steps()), origin)
                .withPlace(declaration.level(), declaration.role())
                .withAttrs(Attrs.of(attrs));
        return DirectionInference.infer(function, signature.stated(), program::function);
    }

    private void statements(Block block) {
        if (declaration.attrs().flag("strict_ssa")) {
            StrictSsa.check(declaration.syntax(), program.diagnostics());
        }
        new StatementLowering(block).lower(declaration.syntax().body());
    }

    private @Nullable List<Type> declaredResults() {
        Ast.Expr returns = declaration.syntax().returns();
        if (returns == null) {
            return null;
        }
        if (returns instanceof Ast.NoneLiteral) {
            return List.of();
        }
        Evaluator evaluator = new ExpressionLowering(body).evaluator();
        String bare = evaluator.path(returns).orElse("");
        if (declaration.jit() && (bare.equals("pl.Tensor") || bare.equals("pld.DistributedTensor"))) {
            return null;
        }
        Type type = new Annotations(evaluator).type(returns);
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
