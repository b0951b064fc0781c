package sectile.interp;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostic;
import sectile.interp.machine.Machine;
import sectile.interp.value.Data;
import sectile.interp.value.Memory;
import sectile.interp.value.Window;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.expr.ArrayType;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.HandleType;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.TileType;
import sectile.ir.expr.TupleType;
import sectile.ir.expr.UnknownType;
import sectile.ir.expr.VoidType;
import sectile.ir.symbol.Direction;

/// The arguments of the function that is run, in the memory of a machine: one set for every rank.
final class Arguments {
    private final Machine machine;
    private final Function function;
    private final int copies;
    private final List<Object[]> rows = new ArrayList<>();
    private final List<Diagnostic> remarks;
    private final Set<String> given;

    Arguments(Machine machine, Function function, Run run, int copies) {
        this.machine = machine;
        this.function = function;
        this.copies = copies;
        this.given = run.arguments().keySet();
        ArgumentValues values = ArgumentValues.of(function, run, copies);
        this.remarks = values.remarks();
        for (int i = 0; i < copies; i++) {
            rows.add(values.row(i));
        }
        for (int i = 0; i < function.params().size(); i++) {
            place(i, function.params().get(i));
        }
    }

    /// What the arguments say that may be a mistake.
    List<Diagnostic> remarks() {
        return remarks;
    }

    Object[] of(int rank) {
        return rows.get(rank).clone();
    }

    List<Object> column(int param) {
        return rows.stream().map(row -> row[param]).toList();
    }

    /// Whether some values are the arguments of one parameter that is an output anyway.
    boolean holds(List<Object> values) {
        for (int i = 0; i < function.params().size(); i++) {
            List<Object> column = column(i);
            boolean same = function.params().get(i).direction() != Direction.IN;
            for (int j = 0; j < values.size(); j++) {
                same &= column.get(j) instanceof Data mine
                        && values.get(j) instanceof Data theirs
                        && mine.memory() == theirs.memory()
                        && mine.shape().equals(theirs.shape());
            }
            if (same) {
                return true;
            }
        }
        return false;
    }

    private void place(int index, Param param) {
        switch (param.type()) {
            case TensorType tensor -> {
                for (int i = 0; i < copies; i++) {
                    int rank = machine.ranks() == 1 ? 0 : copies == 1 ? -1 : i;
                    Data placed = machine.tensor(array(i, index), param.name(), rank, false);
                    Memory memory = Objects.requireNonNull(placed.memory());
                    machine.platform().holds(memory, array(i, index).memory(), true);
                    if (param.marks().onDevice()) {
                        memory.keepOnDevices();
                    }
                    if (param.direction() == Direction.OUT && !given.contains(param.name())) {
                        memory.leaveUndefined();
                    }
                    rows.get(i)[index] = placed;
                }
            }
            case DistributedTensorType window -> window(index, param, window);
            case TileType tile -> rows.forEach(row -> row[index] = Data.tile((NdArray) row[index]));
            case ScalarType s -> {}
            case ArrayType a -> {}
            case TupleType t -> {}
            case HandleType h -> {}
            case VoidType v -> {}
            case UnknownType u -> {}
        }
    }

    private NdArray array(int copy, int index) {
        return (NdArray) rows.get(copy)[index];
    }

    private void window(int index, Param param, DistributedTensorType type) {
        DType dtype = type.dtype().storage();
        Shape shape = array(0, index).shape();
        Window window = machine.window(param.name(), true, Math.max(1, dtype.bytesFor(shape.elements())));
        for (int i = 0; i < copies; i++) {
            window.join(i);
            Data part = window.view(dtype, shape).on(i, shape.toArray());
            part.array().assign(array(i, index));
            rows.get(i)[index] = part;
        }
    }
}
