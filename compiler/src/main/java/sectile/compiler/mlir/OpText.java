package sectile.compiler.mlir;

import java.util.List;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.ScalarRules;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Type;
import sectile.ir.symbol.DataType;

/// One call of an op.
final class OpText extends CallText {
    OpText(FunctionText function, OpCall call, Type result) {
        super(function, call, result);
    }

    /// Prints the op; gives the parts of its result.
    List<Value> values() {
        return switch (call.op().semantics()) {
            case Semantics.Elementwise elementwise -> List.of(compute().elementwise(elementwise));
            case Semantics.Reduce reduce -> List.of(compute().reduce(reduce));
            case Semantics.Contract contract -> List.of(compute().contract(contract));
            case Semantics.View view -> List.of(moves().view(view));
            case Semantics.Move move -> List.of(moves().move(move));
            case Semantics.Rearrange rearrange -> List.of(moves().rearrange(rearrange));
            case Semantics.Create create -> List.of(moves().create(create));
            case Semantics.Element element -> List.of(element(element));
            case Semantics.Query query -> List.of(query(query));
            case Semantics.Synchronise synchronise -> synchronise(synchronise);
            case Semantics.Task task -> List.of(task(task));
            case Semantics.Gather _, Semantics.Scatter _, Semantics.Sort _ -> throw cannot();
            case Semantics.Remote _, Semantics.Collective _, Semantics.Pipe _, Semantics.Lanes _ -> throw cannot();
            case Semantics.Scalars _, Semantics.Prefetch _, Semantics.Window _, Semantics.Reserve _ -> throw cannot();
        };
    }

    private ComputeText compute() {
        return new ComputeText(function, call, result);
    }

    private MoveText moves() {
        return new MoveText(function, call, result);
    }

    private Value element(Semantics.Element element) {
        Expr region = call.args().getFirst();
        Value memory = function.value(region);
        DataType dtype = type(region).dtype();
        List<Value> indices = ((MakeTuple) call.args().get(1))
                .elements().stream().map(function::index).toList();
        return switch (element) {
            case READ ->
                numbers.converted(
                        dtype,
                        ((ScalarType) call.type()).dtype(),
                        regions.load(memory, Types.scalar(dtype, at), indices));
            case WRITE -> {
                Expr value = call.operand("value");
                regions.store(
                        numbers.converted(ScalarRules.dtypeOf(value), dtype, function.value(value)), memory, indices);
                yield memory;
            }
        };
    }

    private Value query(Semantics.Query query) {
        DataType wanted = ((ScalarType) call.type()).dtype();
        return switch (query) {
            case BLOCK_INDEX -> inBlocks(function.block(), wanted);
            case BLOCK_COUNT -> inBlocks(function.blocks(), wanted);
            case EXTENT -> {
                int axis = (int) constant(call.operand("axis"));
                Expr region = call.args().getFirst();
                int place = axis < 0 ? axis + type(region).rank() : axis;
                yield numbers.converted(DataType.INDEX, wanted, function.extent(function.value(region), place));
            }
            case LANE_INDEX, CORE_GROUPS, VECTOR_CORES, WORLD_SIZE, COMM_CONTEXT, RANK, RANK_COUNT -> throw cannot();
        };
    }

    private Value inBlocks(Value value, DataType wanted) {
        if (value.name().isEmpty()) {
            throw cannot("a block outside of a kernel");
        }
        return numbers.converted(DataType.INDEX, wanted, value);
    }

    /// One core runs at a time, in the order of the program, so what orders its own work has nothing to do.
    private List<Value> synchronise(Semantics.Synchronise synchronise) {
        return switch (synchronise) {
            case PIPES, FENCE, ORDER_TRANSFERS, COMPLETE_TRANSFERS, INVALIDATE_CACHE, SET_EVENT, AWAIT_EVENT, MARK ->
                List.of();
            case PLACE_FLAGS, SET_FLAG, AWAIT_FLAG, ALL_CORES -> throw cannot();
        };
    }

    private Value task(Semantics.Task task) {
        return switch (task) {
            case INVALID, JOIN -> code.index(0);
            case IS_VALID, SUBMIT, AWAIT -> throw cannot();
        };
    }
}
