package sectile.ir.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Call;
import sectile.ir.expr.Cast;
import sectile.ir.expr.ConstBool;
import sectile.ir.expr.ConstFloat;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Constant;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Operand;
import sectile.ir.expr.OperandKind;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Type;
import sectile.ir.expr.Unary;
import sectile.ir.expr.Var;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.UnaryOp;

/// Expressions and attributes as text.
final class ExpressionPrinter {
    private static final int TIGHTEST = 100;

    private final Naming naming;

    ExpressionPrinter(Naming naming) {
        this.naming = naming;
    }

    /// Where a literal is INDEX, or FP32, as by default.
    String print(Expr expr) {
        return print(expr, DataType.INDEX);
    }

    String print(Expr expr, DataType literal) {
        return Literals.isConstant(expr) ? Literals.in(expr, literal) : compound(expr);
    }

    /// Where a constant must not be folded into what is around it.
    String explicit(Expr expr) {
        return Literals.isConstant(expr) ? Literals.explicit(expr) : compound(expr);
    }

    private String compound(Expr expr) {
        return switch (expr) {
            case Var variable -> naming.of(variable);
            case Dim dim -> "pl.dynamic(" + Literals.string(dim.name()) + ")";
            case ConstInt c -> Literals.explicit(c);
            case ConstFloat c -> Literals.explicit(c);
            case ConstBool c -> Literals.explicit(c);
            case Binary binary -> binary(binary);
            case Unary unary ->
                unary.op().symbol() + parenthesised(explicit(unary.operand()), precedence(unary.operand()) < 16);
            case Cast cast ->
                "pl.cast(" + explicit(cast.operand()) + ", " + cast.dtype().surface() + ")";
            case Absent absent -> "None";
            case MakeTuple tuple -> "pl.make_tuple(" + join(tuple.elements()) + ")";
            case TupleGet get ->
                parenthesised(compound(get.tuple()), precedence(get.tuple()) < TIGHTEST) + "[" + get.index() + "]";
            case OpCall call -> opCall(call);
            case FunctionCall call ->
                "self." + call.callee() + "(" + arguments(new ArrayList<>(), call.args(), call.attrs()) + ")";
            case Submit submit ->
                "pl.submit("
                        + arguments(new ArrayList<>(List.of("self." + submit.callee())), submit.args(), submit.attrs())
                        + ")";
        };
    }

    private static int precedence(Expr expr) {
        return switch (expr) {
            case Binary binary -> binary.op().isCall() ? TIGHTEST : binary.op().precedence();
            case Unary unary -> unary.op() == UnaryOp.NOT ? 6 : 14;
            case Var _, Dim _, Constant _, Cast _, MakeTuple _, TupleGet _, Absent _, Call _, Submit _ -> TIGHTEST;
        };
    }

    private static String parenthesised(String text, boolean needed) {
        return needed ? "(" + text + ")" : text;
    }

    private String binary(Binary binary) {
        BinaryOp op = binary.op();
        boolean folded = Literals.isConstant(binary.lhs())
                && (Literals.isConstant(binary.rhs()) || op.kind() == BinaryOp.Kind.LOGICAL);
        String lhs = folded ? Literals.explicit(binary.lhs()) : side(binary.lhs(), binary.rhs(), op);
        String rhs = side(binary.rhs(), binary.lhs(), op);
        if (op.isCall()) {
            return "pl." + op.symbol() + "(" + lhs + ", " + rhs + ")";
        }
        boolean chains = op.kind() == BinaryOp.Kind.COMPARISON;
        int left = precedence(binary.lhs());
        int right = precedence(binary.rhs());
        boolean power = op == BinaryOp.POW;
        return parenthesised(
                        lhs,
                        left < op.precedence()
                                || (left == op.precedence() && (chains || power))
                                || (power && left < TIGHTEST))
                + " " + op.symbol() + " "
                + parenthesised(rhs, right <= op.precedence());
    }

    private String side(Expr expr, Expr other, BinaryOp op) {
        if (!Literals.isConstant(expr)) {
            return compound(expr);
        }
        DataType context = op.kind() == BinaryOp.Kind.LOGICAL
                ? DataType.BOOL
                : other.type() instanceof ScalarType scalar ? scalar.dtype() : DataType.INDEX;
        String text = Literals.in(expr, context);
        return text.startsWith("-") ? "(" + text + ")" : text;
    }

    private String join(List<Expr> exprs) {
        return exprs.stream().map(this::print).collect(Collectors.joining(", "));
    }

    /// A list of integers, as shapes and offsets are written.
    String list(List<Expr> exprs) {
        return "[" + join(exprs) + "]";
    }

    private String arguments(List<String> parts, List<Expr> args, Attrs attrs) {
        args.forEach(a -> parts.add(explicit(a)));
        keywords(attrs, parts);
        return String.join(", ", parts);
    }

    void keywords(Attrs attrs, List<String> into) {
        for (String name : attrs.names()) {
            into.add(name + "=" + attribute(attrs.find(name).orElseThrow()));
        }
    }

    private String opCall(OpCall call) {
        var types = new ArrayList<@Nullable Type>();
        call.args().forEach(a -> types.add(a.type()));
        var parts = new ArrayList<String>();
        for (int i = 0; i < call.args().size(); i++) {
            Operand operand = call.op().operands().get(i);
            Expr arg = call.args().get(i);
            boolean list = operand.kind() == OperandKind.TUPLE || operand.kind() == OperandKind.TASKS;
            if (arg instanceof Absent) {
                parts.add("None");
            } else if (arg instanceof MakeTuple tuple && list) {
                parts.add(list(tuple.elements()));
            } else if (Literals.isConstant(arg)) {
                parts.add(Literals.in(arg, call.op().literalType(operand, types, call.attrs())));
            } else {
                parts.add(compound(arg));
            }
        }
        keywords(call.attrs(), parts);
        String surface = call.op().surface();
        boolean reserved = surface.endsWith(".and") || surface.endsWith(".or") || surface.endsWith(".not");
        return surface + (reserved ? "_" : "") + "(" + String.join(", ", parts) + ")";
    }

    String attribute(Attr attr) {
        return switch (attr) {
            case Attr.Int value -> Long.toString(value.value());
            case Attr.Real value -> Literals.real(value.value());
            case Attr.Bool value -> value.value() ? "True" : "False";
            case Attr.Text value -> Literals.string(value.value());
            case Attr.Element value -> value.value().surface();
            case Attr.Sym value -> value.value().surface();
            case Attr.Value value -> explicit(value.value());
            case Attr.Items items ->
                items.values().stream().map(this::attribute).collect(Collectors.joining(", ", "[", "]"));
            case Attr.Group group when group.name().equals("dict") -> dictionary(group.attrs());
            case Attr.Group group -> {
                var parts = new ArrayList<String>();
                keywords(group.attrs(), parts);
                yield "pl." + group.name() + "(" + String.join(", ", parts) + ")";
            }
        };
    }

    String dictionary(Attrs attrs) {
        return attrs.names().stream()
                .map(n -> Literals.string(n) + ": " + attribute(attrs.find(n).orElseThrow()))
                .collect(Collectors.joining(", ", "{", "}"));
    }
}
