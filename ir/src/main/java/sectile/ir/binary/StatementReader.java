package sectile.ir.binary;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Var;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Break;
import sectile.ir.stmt.Continue;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.For;
import sectile.ir.stmt.If;
import sectile.ir.stmt.IterArg;
import sectile.ir.stmt.Return;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.While;
import sectile.ir.stmt.Yield;
import sectile.ir.symbol.ForKind;
import sectile.ir.symbol.ScopeKind;

/// Bytes as statements.
final class StatementReader {
    private final Input in;
    private final BinaryReader reader;

    StatementReader(Input in, BinaryReader reader) {
        this.in = in;
        this.reader = reader;
    }

    Stmt read() {
        return in.nested(this::one);
    }

    private Stmt one() {
        Origin origin = Origin.none();
        long tag = in.unsigned();
        return switch (Math.clamp(tag, -1, 1000)) {
            case Format.ASSIGN -> {
                Expr value = reader.expression();
                yield new Assign(reader.variable(), value, origin);
            }
            case Format.EVAL -> new Eval(reader.expression(), origin);
            case Format.YIELD -> new Yield(reader.expressions(), origin);
            case Format.RETURN -> new Return(reader.expressions(), origin);
            case Format.BREAK -> new Break(origin);
            case Format.CONTINUE -> new Continue(origin);
            case Format.SEQ -> new Seq(in.list(this::read), origin);
            case Format.IF -> new If(reader.expression(), read(), read(), in.list(reader::variable), origin);
            case Format.FOR -> {
                ForKind kind = in.constant(ForKind.class);
                Expr start = reader.expression();
                Expr stop = reader.expression();
                Expr step = reader.expression();
                Attrs attrs = reader.attributes();
                List<IterArg> iterArgs = iterArgs();
                Var index = reader.variable();
                Stmt body = read();
                List<Var> results = in.list(reader::variable);
                yield For.of(kind, index, start, stop, step, body, origin)
                        .carrying(iterArgs, results)
                        .withAttrs(attrs);
            }
            case Format.WHILE -> {
                List<IterArg> iterArgs = iterArgs();
                Expr condition = reader.expression();
                Stmt body = read();
                yield new While(condition, iterArgs, body, in.list(reader::variable), origin);
            }
            case Format.SCOPE -> {
                ScopeKind kind = in.constant(ScopeKind.class);
                Attrs attrs = reader.attributes();
                Var index = optional();
                Var task = optional();
                yield new Scope(kind, index, task, attrs, read(), origin);
            }
            default -> throw Input.damaged("no statement has the tag " + tag);
        };
    }

    private List<IterArg> iterArgs() {
        return in.list(() -> {
            Expr init = reader.expression();
            return new IterArg(reader.variable(), init);
        });
    }

    private @Nullable Var optional() {
        return in.flag() ? reader.variable() : null;
    }
}
