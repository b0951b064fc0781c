package sectile.compiler.mixed;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.ir.Function;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Arithmetic;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Call;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Constant;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Var;
import sectile.ir.ops.Ops;
import sectile.ir.ops.Tier;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Break;
import sectile.ir.stmt.Continue;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.For;
import sectile.ir.stmt.If;
import sectile.ir.stmt.Return;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.While;
import sectile.ir.stmt.Yield;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.DataType;

/// Hands the pipe buffer through one function: from its parameter to its calls, to the pipes that it sets up, or from a
/// buffer that it creates for each of its launches.
final class WireFunction extends Rewriter {
    private final Wiring wiring;
    private final Function function;
    private final FreshNames names;
    private final @Nullable Var parameter;
    private final List<Stmt> before = new ArrayList<>();
    private @Nullable Var slice;

    private WireFunction(Wiring wiring, Function function) {
        this.wiring = wiring;
        this.function = function;
        this.names = FreshNames.of(function);
        this.parameter = wiring.takes(function.name()) ? wiring.parameter(function) : null;
    }

    static Function of(Wiring wiring, Function function) {
        var wire = new WireFunction(wiring, function);
        Var parameter = wire.parameter;
        if (parameter == null) {
            return function.withBody(wire.statement(function.body()));
        }
        List<Stmt> own = PipeBuffer.opens(function).isEmpty() ? List.of() : wire.slice(parameter);
        var steps = new ArrayList<Stmt>(own);
        steps.addAll(Seq.steps(wire.statement(function.body())));
        Stmt body = Seq.of(steps, function.body().origin());
        return wiring.withParameter(function, parameter).withBody(body);
    }

    @Override
    public Stmt statement(Stmt statement) {
        return switch (statement) {
            case Assign _, Eval _, Return _, Yield _ -> {
                Stmt changed = descend(statement);
                var steps = new ArrayList<>(before);
                before.clear();
                steps.add(changed);
                yield Seq.of(steps, statement.origin());
            }
            case Break _, Continue _, Seq _, If _, For _, While _, Scope _ -> descend(statement);
        };
    }

    @Override
    public Expr expression(Expr expr) {
        Expr changed = descend(expr);
        return switch (changed) {
            case FunctionCall call
            when wiring.takes(call.callee()) ->
                call.withArgs(wiring.withArgument(call.callee(), call.args(), buffer(call)));
            case Submit submit
            when wiring.takes(submit.callee()) ->
                submit.withArgs(wiring.withArgument(submit.callee(), submit.args(), buffer(submit)));
            case OpCall call when call.op().semantics() instanceof Semantics.Open && parameter != null -> open(call);
            case Var _, Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _, Call _, Submit _ -> changed;
        };
    }

    /// What a call is given: the parameter, or a buffer that is created right before it.
    private Expr buffer(Expr dispatch) {
        if (parameter != null) {
            return parameter;
        }
        Origin origin = dispatch.origin();
        Expr elements = wiring.elements(dispatch, origin);
        OpCall create = Ops.standard()
                .of(Semantics.Create.UNDEFINED, Tier.TENSOR)
                .call(
                        List.of(MakeTuple.of(List.of(elements))),
                        Attrs.of("dtype", new Attr.Element(DataType.FP32)),
                        origin);
        Var buffer = names.variable("gm_pipe_buffer", create.type(), origin);
        before.add(new Assign(buffer, create, origin));
        return buffer;
    }

    /// The part of the buffer that belongs to this block: it begins at block · (total / max(1, blocks)).
    private List<Stmt> slice(Var buffer) {
        Origin origin = function.origin();
        var steps = new ArrayList<Stmt>();
        Var total = assigned(
                steps,
                "pipe_total",
                op(Semantics.Query.EXTENT, Tier.TENSOR, List.of(buffer, new ConstInt(0, DataType.INDEX, origin))));
        Var block = assigned(steps, "pipe_block", op(Semantics.Query.BLOCK_INDEX, Tier.TILE, List.of()));
        Var blocks = assigned(steps, "pipe_blocks", op(Semantics.Query.BLOCK_COUNT, Tier.TILE, List.of()));
        Expr atLeastOne = Binary.of(BinaryOp.MAX, new ConstInt(1, DataType.INDEX, origin), blocks, origin);
        Var share = assigned(steps, "pipe_share", Binary.of(BinaryOp.FLOOR_DIV, total, atLeastOne, origin));
        Var start = assigned(steps, "pipe_start", Dims.multiply(block, share));
        Expr own = Ops.standard()
                .of(Semantics.View.SLICE, Tier.TENSOR)
                .call(List.of(buffer, MakeTuple.of(List.of(share)), MakeTuple.of(List.of(start))), Attrs.EMPTY, origin);
        slice = assigned(steps, "pipe_slice", own);
        return steps;
    }

    private OpCall op(Semantics.Query query, Tier tier, List<Expr> args) {
        return Ops.standard().of(query, tier).call(args, Attrs.EMPTY, function.origin());
    }

    private Var assigned(List<Stmt> steps, String name, Expr value) {
        Var variable = names.variable(name, value.type(), function.origin());
        steps.add(new Assign(variable, value, function.origin()));
        return variable;
    }

    private OpCall open(OpCall call) {
        PipeBuffer buffer = wiring.buffer(function.name());
        long id = PipeBuffer.number(call, "id");
        long mask = PipeBuffer.number(call, "dir_mask");
        Expr toVector = address(buffer, id, Semantics.Flow.TO_VECTOR, (mask & 1) != 0, call.origin());
        Expr toMatrix = address(buffer, id, Semantics.Flow.TO_MATRIX, (mask & 2) != 0, call.origin());
        return call.op()
                .call(
                        List.of(toVector, toMatrix, java.util.Objects.requireNonNull(slice)),
                        call.attrs(),
                        call.origin());
    }

    private static Expr address(PipeBuffer buffer, long id, Semantics.Flow flow, boolean used, Origin origin) {
        return new ConstInt(used ? buffer.address(id, flow) : 0, DataType.INDEX, origin);
    }
}
