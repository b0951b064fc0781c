package sectile.ir.binary;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import sectile.ir.CommGroup;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.WindowBuffer;
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
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Type;
import sectile.ir.expr.Unary;
import sectile.ir.expr.Var;

/// Programs as bytes.
public final class BinaryWriter {
    private final Output out = new Output();
    private final IdentityHashMap<Var, Integer> variables = new IdentityHashMap<>();
    private final Map<Type, Integer> types = new HashMap<>();
    private final TypeWriter typeWriter = new TypeWriter(out, this);
    private final StatementWriter statements = new StatementWriter(out, this);

    private BinaryWriter() {}

    public static byte[] write(Program program) {
        var writer = new BinaryWriter();
        writer.program(program);
        byte[] body = writer.out.bytes();
        byte[] whole = new byte[Format.HEADER + body.length];
        System.arraycopy(Format.MAGIC, 0, whole, 0, 3);
        whole[3] = Format.VERSION;
        long sum = checksum(body, 0, body.length);
        for (int i = 0; i < 4; i++) {
            whole[4 + i] = (byte) (sum >>> (8 * i));
        }
        System.arraycopy(body, 0, whole, Format.HEADER, body.length);
        return whole;
    }

    static long checksum(byte[] bytes, int offset, int length) {
        var crc = new CRC32();
        crc.update(bytes, offset, length);
        return crc.getValue();
    }

    private void program(Program program) {
        out.string(program.name());
        out.list(program.functions(), this::function);
        out.list(program.commGroups(), this::commGroup);
    }

    private void commGroup(CommGroup group) {
        out.list(group.devices(), d -> out.unsigned(d));
        out.list(group.slots(), this::window);
    }

    private void window(WindowBuffer slot) {
        out.string(slot.name());
        expression(slot.size());
        out.constant(slot.dtype());
        out.flag(slot.loadFromHost());
        out.flag(slot.storeToHost());
    }

    private void function(Function function) {
        out.string(function.name());
        out.constant(function.kind());
        optional(function.level());
        optional(function.role());
        out.list(function.params(), this::param);
        attributes(function.attrs());
        statements.write(function.body());
        out.list(function.results(), this::type);
    }

    private void param(Param param) {
        variable(param.variable());
        out.constant(param.direction());
        out.flag(param.marks().onDevice());
        out.flag(param.marks().constant());
    }

    void optional(@Nullable Enum<?> value) {
        out.flag(value != null);
        if (value != null) {
            out.constant(value);
        }
    }

    /// 0 and the definition, or the number of an earlier one.
    void variable(Var variable) {
        Integer known = variables.get(variable);
        if (known != null) {
            out.unsigned(known + 1);
            return;
        }
        out.unsigned(0);
        out.string(variable.name());
        type(variable.type());
        // Only now: the type may define variables of its own.
        variables.put(variable, variables.size());
    }

    void type(Type type) {
        Integer known = types.get(type);
        if (known != null) {
            out.unsigned(known + 1);
            return;
        }
        out.unsigned(0);
        typeWriter.write(type);
        types.put(type, types.size());
    }

    void expressions(List<Expr> expressions) {
        out.list(expressions, this::expression);
    }

    void expression(Expr expression) {
        switch (expression) {
            case Var variable -> {
                out.unsigned(Format.VAR);
                variable(variable);
            }
            case Dim dim -> {
                out.unsigned(Format.DIM);
                out.string(dim.name());
            }
            case ConstInt constant -> {
                out.unsigned(Format.INT);
                out.signed(constant.value());
                out.constant(constant.dtype());
            }
            case ConstFloat constant -> {
                out.unsigned(Format.FLOAT);
                out.real(constant.value());
                out.constant(constant.dtype());
            }
            case ConstBool constant -> {
                out.unsigned(Format.BOOL);
                out.flag(constant.value());
            }
            case Binary binary -> {
                out.unsigned(Format.BINARY);
                out.constant(binary.op());
                expression(binary.lhs());
                expression(binary.rhs());
            }
            case Unary unary -> {
                out.unsigned(Format.UNARY);
                out.constant(unary.op());
                expression(unary.operand());
            }
            case Cast cast -> {
                out.unsigned(Format.CAST);
                out.constant(cast.dtype());
                expression(cast.operand());
            }
            case Absent absent -> out.unsigned(Format.ABSENT);
            case MakeTuple tuple -> {
                out.unsigned(Format.TUPLE);
                expressions(tuple.elements());
            }
            case TupleGet get -> {
                out.unsigned(Format.GET);
                expression(get.tuple());
                out.unsigned(get.index());
            }
            case OpCall call -> call(Format.OP, call.op().name(), call.args(), call.attrs(), call.type());
            case FunctionCall call -> call(Format.FUNCTION, call.callee(), call.args(), call.attrs(), call.type());
            case Submit submit -> call(Format.SUBMIT, submit.callee(), submit.args(), submit.attrs(), submit.type());
        }
    }

    private void call(int tag, String callee, List<Expr> args, Attrs attrs, Type type) {
        out.unsigned(tag);
        out.string(callee);
        expressions(args);
        attributes(attrs);
        type(type);
    }

    void attributes(Attrs attrs) {
        out.unsigned(attrs.names().size());
        for (String name : attrs.names()) {
            out.string(name);
            attribute(attrs.find(name).orElseThrow());
        }
    }

    private void attribute(Attr attr) {
        switch (attr) {
            case Attr.Int value -> {
                out.unsigned(Format.A_INT);
                out.signed(value.value());
            }
            case Attr.Real value -> {
                out.unsigned(Format.A_REAL);
                out.real(value.value());
            }
            case Attr.Bool value -> {
                out.unsigned(Format.A_BOOL);
                out.flag(value.value());
            }
            case Attr.Text value -> {
                out.unsigned(Format.A_TEXT);
                out.string(value.value());
            }
            case Attr.Element value -> {
                out.unsigned(Format.A_ELEMENT);
                out.constant(value.value());
            }
            case Attr.Sym value -> {
                out.unsigned(Format.A_SYMBOL);
                out.string(value.value().surface());
            }
            case Attr.Value value -> {
                out.unsigned(Format.A_VALUE);
                expression(value.value());
            }
            case Attr.Items items -> {
                out.unsigned(Format.A_ITEMS);
                out.list(items.values(), this::attribute);
            }
            case Attr.Group group -> {
                out.unsigned(Format.A_GROUP);
                out.string(group.name());
                attributes(group.attrs());
            }
        }
    }
}
