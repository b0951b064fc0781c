package sectile.ir.binary;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
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
import sectile.ir.expr.Op;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Type;
import sectile.ir.expr.Unary;
import sectile.ir.expr.Var;
import sectile.ir.ops.Ops;
import sectile.ir.problem.LanguageCode;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.Direction;
import sectile.ir.symbol.FunctionKind;
import sectile.ir.symbol.Level;
import sectile.ir.symbol.Marks;
import sectile.ir.symbol.Role;
import sectile.ir.symbol.Symbol;
import sectile.ir.symbol.UnaryOp;

/// Bytes as programs.
public final class BinaryReader {
    private final Input in;
    private final List<Var> variables = new ArrayList<>();
    private final List<Type> types = new ArrayList<>();
    private final TypeReader typeReader;
    private final StatementReader statements;

    private BinaryReader(Input in) {
        this.in = in;
        this.typeReader = new TypeReader(in, this);
        this.statements = new StatementReader(in, this);
    }

    /// Reads a program.
    ///
    /// @throws DiagnosticException when the bytes are not a program of this version
    public static Program read(byte[] bytes) {
        if (bytes.length < Format.HEADER
                || bytes[0] != Format.MAGIC[0]
                || bytes[1] != Format.MAGIC[1]
                || bytes[2] != Format.MAGIC[2]) {
            throw new DiagnosticException(Diagnostic.error(
                    LanguageCode.NOT_BINARY, Span.none(), "this is not a binary program: it does not begin with SIR"));
        }
        if (bytes[3] != Format.VERSION) {
            throw new DiagnosticException(Diagnostic.error(
                    LanguageCode.BINARY_VERSION,
                    Span.none(),
                    "this binary program has version " + bytes[3] + ", expected " + Format.VERSION));
        }
        long sum = 0;
        for (int i = 0; i < 4; i++) {
            sum |= (bytes[4 + i] & 0xFFL) << (8 * i);
        }
        if (sum != BinaryWriter.checksum(bytes, Format.HEADER, bytes.length - Format.HEADER)) {
            throw Input.damaged("its checksum is wrong: the file was truncated or changed");
        }
        return body(bytes, Format.HEADER);
    }

    /// Without the header; for fuzzing behind the checksum.
    static Program body(byte[] bytes, int start) {
        var in = new Input(bytes, start);
        try {
            Program program = new BinaryReader(in).program();
            if (!in.atEnd()) {
                throw Input.damaged("something follows the program");
            }
            return program;
        } catch (IllegalArgumentException e) {
            // A node refused to exist.
            throw Input.damaged(String.valueOf(e.getMessage()));
        }
    }

    private Program program() {
        String name = in.string();
        List<Function> functions = in.list(this::function);
        List<CommGroup> groups = in.list(() -> new CommGroup(
                in.list(() -> Math.toIntExact(Math.clamp(in.unsigned(), 0, Integer.MAX_VALUE))),
                in.list(this::window)));
        return new Program(name, functions, groups, Origin.none());
    }

    private WindowBuffer window() {
        return new WindowBuffer(
                in.string(), expression(), in.constant(DataType.class), in.flag(), in.flag(), Origin.none());
    }

    private Function function() {
        String name = in.string();
        FunctionKind kind = in.constant(FunctionKind.class);
        Level level = optional(Level.class);
        Role role = optional(Role.class);
        List<Param> params =
                in.list(() -> new Param(variable(), in.constant(Direction.class), new Marks(in.flag(), in.flag())));
        Attrs attrs = attributes();
        Stmt body = statements.read();
        return Function.of(name, kind, params, in.list(this::type), body, Origin.none())
                .withPlace(level, role)
                .withAttrs(attrs);
    }

    <E extends Enum<E>> @Nullable E optional(Class<E> sort) {
        return in.flag() ? in.constant(sort) : null;
    }

    Var variable() {
        long number = in.unsigned();
        if (number > 0) {
            if (number > variables.size()) {
                throw Input.damaged("variable " + number + " does not exist");
            }
            return variables.get((int) number - 1);
        }
        var variable = new Var(in.string(), type(), Origin.none());
        variables.add(variable);
        return variable;
    }

    Type type() {
        long number = in.unsigned();
        if (number > 0) {
            if (number > types.size()) {
                throw Input.damaged("type " + number + " does not exist");
            }
            return types.get((int) number - 1);
        }
        Type type = in.nested(typeReader::read);
        types.add(type);
        return type;
    }

    List<Expr> expressions() {
        return in.list(this::expression);
    }

    Expr expression() {
        return in.nested(this::oneExpression);
    }

    private Expr oneExpression() {
        Origin origin = Origin.none();
        long tag = in.unsigned();
        return switch (Math.clamp(tag, -1, 1000)) {
            case Format.VAR -> variable();
            case Format.DIM -> new Dim(in.string(), origin);
            case Format.INT -> new ConstInt(in.signed(), in.constant(DataType.class), origin);
            case Format.FLOAT -> new ConstFloat(in.real(), in.constant(DataType.class), origin);
            case Format.BOOL -> new ConstBool(in.flag(), origin);
            case Format.BINARY -> Binary.of(in.constant(BinaryOp.class), expression(), expression(), origin);
            case Format.UNARY -> Unary.of(in.constant(UnaryOp.class), expression(), origin);
            case Format.CAST -> {
                DataType dtype = in.constant(DataType.class);
                yield new Cast(expression(), dtype, origin);
            }
            case Format.ABSENT -> Absent.INSTANCE;
            case Format.TUPLE -> new MakeTuple(expressions(), origin);
            case Format.GET -> {
                Expr tuple = expression();
                yield new TupleGet(tuple, Math.clamp(in.unsigned(), -1, Integer.MAX_VALUE), origin);
            }
            case Format.OP -> opCall(origin);
            case Format.FUNCTION -> new FunctionCall(in.string(), expressions(), attributes(), type(), origin);
            case Format.SUBMIT -> new Submit(in.string(), expressions(), attributes(), type(), origin);
            default -> throw Input.damaged("no expression has the tag " + tag);
        };
    }

    private Expr opCall(Origin origin) {
        String name = in.string();
        Op op = Ops.standard().find(name).orElseThrow(() -> Input.damaged("no op is named `" + name + "`"));
        List<Expr> args = expressions();
        if (args.size() > op.operands().size()) {
            throw Input.damaged(name + " has " + args.size() + " operands");
        }
        return new OpCall(op, args, attributes(), type(), origin);
    }

    Attrs attributes() {
        int size = in.count();
        var attrs = new TreeMap<String, Attr>();
        for (int i = 0; i < size; i++) {
            attrs.put(in.string(), in.nested(this::attribute));
        }
        return Attrs.of(attrs);
    }

    private Attr attribute() {
        long tag = in.unsigned();
        return switch (Math.clamp(tag, -1, 1000)) {
            case Format.A_INT -> new Attr.Int(in.signed());
            case Format.A_REAL -> new Attr.Real(in.real());
            case Format.A_BOOL -> new Attr.Bool(in.flag());
            case Format.A_TEXT -> new Attr.Text(in.string());
            case Format.A_ELEMENT -> new Attr.Element(in.constant(DataType.class));
            case Format.A_SYMBOL -> symbol(in.string());
            case Format.A_VALUE -> new Attr.Value(expression());
            case Format.A_ITEMS -> new Attr.Items(in.list(() -> in.nested(this::attribute)));
            case Format.A_GROUP -> new Attr.Group(in.string(), attributes());
            default -> throw Input.damaged("no attribute has the tag " + tag);
        };
    }

    private static Attr symbol(String surface) {
        for (List<? extends Symbol> members : Symbol.all()) {
            for (Symbol member : members) {
                if (member.surface().equals(surface)) {
                    return new Attr.Sym(member);
                }
            }
        }
        throw Input.damaged("`" + surface + "` is not a member of an enumeration");
    }
}
