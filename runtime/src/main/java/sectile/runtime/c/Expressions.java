package sectile.runtime.c;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sectile.base.number.Elements;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Cast;
import sectile.ir.expr.ConstBool;
import sectile.ir.expr.ConstFloat;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.ScalarRules;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.TupleType;
import sectile.ir.expr.Unary;
import sectile.ir.expr.Var;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.DataType;
import sectile.runtime.c.Value.Kind;

/// Expressions as C. Scalars become C expressions; calls become statements in front of it, with a place in the frame
/// for their result.
final class Expressions {
    private final Unit unit;
    private final Slots slots;
    private final Code code;
    private final Ops ops;
    private final Calls calls;

    Expressions(Unit unit, Slots slots, Code code) {
        this.unit = unit;
        this.slots = slots;
        this.code = code;
        this.ops = new Ops(this);
        this.calls = new Calls(this);
    }

    Unit unit() {
        return unit;
    }

    Slots slots() {
        return slots;
    }

    Code code() {
        return code;
    }

    /// The parts of a value.
    List<Value> values(Expr expr) {
        return switch (expr) {
            case Var variable -> {
                slots.flag(variable).ifPresent(flag -> {
                    at(variable.span());
                    code.line("sx_defined(c, " + flag.text() + ", " + Text.literal(variable.name()) + ");");
                });
                yield slots.of(variable);
            }
            case Dim dim -> List.of(slots.of(dim));
            case ConstInt constant ->
                List.of(Scalars.integer(
                        Text.literal(Elements.wrap(constant.dtype().storage(), constant.value()))));
            case ConstFloat constant ->
                List.of(Scalars.real(
                        Text.literal(Elements.round(constant.dtype().storage(), constant.value()))));
            case ConstBool constant -> List.of(Scalars.integer(constant.value() ? "1" : "0"));
            case Binary binary -> List.of(binary(binary));
            case Unary unary -> List.of(Scalars.unary(unary.op(), unary.type().dtype(), value(unary.operand())));
            case Cast cast ->
                List.of(Scalars.convert(ScalarRules.dtypeOf(cast.operand()), cast.dtype(), value(cast.operand())));
            case Absent absent -> List.of();
            case MakeTuple tuple -> {
                var all = new ArrayList<Value>();
                tuple.elements().forEach(element -> all.addAll(values(element)));
                yield all;
            }
            case TupleGet get -> {
                TupleType tuple = (TupleType) get.tuple().type();
                int from = 0;
                for (int i = 0; i < get.index(); i++) {
                    from += Slots.kinds(tuple.elements().get(i), get.span()).size();
                }
                int count = Slots.kinds(get.type(), get.span()).size();
                yield values(get.tuple()).subList(from, from + count);
            }
            case OpCall call -> made(call);
            case FunctionCall call -> made(call);
            case Submit submit -> made(submit);
        };
    }

    Value value(Expr expr) {
        List<Value> values = values(expr);
        if (values.size() != 1) {
            throw new IllegalStateException("expected one value, found " + values.size() + ": " + expr);
        }
        return values.getFirst();
    }

    private List<Value> made(Expr call) {
        List<Value> room = slots.fresh(call.type(), "a value", call.span());
        into(call, room);
        return room;
    }

    /// Emits statements that leave a value in its place.
    void into(Expr expr, List<Value> targets) {
        switch (expr) {
            case OpCall call -> ops.emit(call, targets);
            case FunctionCall call -> calls.call(call, targets);
            case Submit submit -> calls.submit(submit, targets);
            case Var v -> assign(targets, values(v));
            case Dim d -> assign(targets, values(d));
            case ConstInt c -> assign(targets, values(c));
            case ConstFloat c -> assign(targets, values(c));
            case ConstBool c -> assign(targets, values(c));
            case Binary b -> assign(targets, values(b));
            case Unary u -> assign(targets, values(u));
            case Cast c -> assign(targets, values(c));
            case Absent a -> assign(targets, values(a));
            case MakeTuple t -> assign(targets, values(t));
            case TupleGet g -> assign(targets, values(g));
        }
    }

    void assign(List<Value> targets, List<Value> values) {
        for (int i = 0; i < targets.size(); i++) {
            assign(targets.get(i), values.get(i));
        }
    }

    void assign(Value target, Value value) {
        switch (target.kind()) {
            case INTEGER -> code.line(target.text() + " = " + value.integer() + ";");
            case FLOAT -> code.line(target.text() + " = " + value.real() + ";");
            case ARRAY -> code.line("sx_assign(c, " + target.text() + ", " + value.text() + ");");
        }
    }

    private Value binary(Binary binary) {
        Value lhs = value(binary.lhs());
        if (binary.op() == BinaryOp.AND || binary.op() == BinaryOp.OR) {
            return logical(binary, lhs);
        }
        Value rhs = value(binary.rhs());
        DataType left = ScalarRules.dtypeOf(binary.lhs());
        DataType right = ScalarRules.dtypeOf(binary.rhs());
        return Scalars.binary(binary.op(), binary.type().dtype(), left, right, lhs, rhs);
    }

    /// The right side may only be evaluated when the left one does not decide.
    private Value logical(Binary binary, Value lhs) {
        Value result = slots.fresh(Kind.INTEGER, "");
        boolean and = binary.op() == BinaryOp.AND;
        code.line(result.text() + " = " + Scalars.truth(lhs) + ";");
        code.line("if (" + (and ? "" : "!") + result.text() + ") {");
        code.line(result.text() + " = " + Scalars.truth(value(binary.rhs())) + ";");
        code.line("}");
        return result;
    }

    /// An attribute that is a number, constant or not.
    Optional<Value> number(Attrs attrs, String name) {
        return attrs.find(name).flatMap(attr -> switch (attr) {
            case Attr.Int constant -> Optional.of(Scalars.integer(Text.literal(constant.value())));
            case Attr.Value value -> Optional.of(value(value.value()));
            case Attr.Real r -> Optional.empty();
            case Attr.Bool b -> Optional.empty();
            case Attr.Text t -> Optional.empty();
            case Attr.Element e -> Optional.empty();
            case Attr.Sym s -> Optional.empty();
            case Attr.Items i -> Optional.empty();
            case Attr.Group g -> Optional.empty();
        });
    }

    void at(sectile.base.diag.Span span) {
        if (!span.isNone()) {
            code.line("c->site = " + unit.site(span) + ";");
        }
    }
}
