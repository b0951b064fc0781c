package sectile.ir.structural;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Origin;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.ops.Ops;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Return;
import sectile.ir.stmt.Seq;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.Direction;
import sectile.ir.symbol.FunctionKind;

class StructuralTest {
    private static Program program(String parameter, String op, boolean swap, Type type) {
        var a = new Var(parameter, type, Origin.none());
        var b = new Var("b", type, Origin.none());
        OpCall call = Ops.standard().require(op).call(swap ? List.of(b, a) : List.of(a, b), Attrs.EMPTY, Origin.none());
        var c = new Var("c", call.type(), Origin.none());
        var body = Seq.of(List.of(new Assign(c, call, Origin.none()), new Return(List.of(c), Origin.none())));
        var function = new Function(
                "f",
                FunctionKind.ORCHESTRATION,
                null,
                null,
                List.of(new Param(a, Direction.IN), new Param(b, Direction.IN)),
                List.of(call.type()),
                body,
                Attrs.EMPTY,
                Origin.none());
        return Program.of("p", List.of(function));
    }

    private static final Type F32 = TensorType.of(DataType.FP32, 8, 8);

    @Test
    void namesOfVariablesDoNotCount() {
        Program one = program("a", "tensor.add", false, F32);
        Program other = program("z", "tensor.add", false, F32);
        assertThat(Structural.firstDifference(one, other)).isEmpty();
        assertThat(StructuralHash.of(one)).isEqualTo(StructuralHash.of(other));
    }

    @Test
    void anExchangeOfOperandsIsFoundWithItsPath() {
        assertThat(Structural.firstDifference(
                        program("a", "tensor.add", false, F32), program("a", "tensor.add", true, F32)))
                .hasValueSatisfying(d -> assertThat(d.path()).isEqualTo("functions[f].body.[0].value.args[0]"));
    }

    @Test
    void anotherOpIsFound() {
        assertThat(Structural.firstDifference(
                        program("a", "tensor.add", false, F32), program("a", "tensor.sub", false, F32)))
                .hasValueSatisfying(d -> assertThat(d.toString()).contains("op: tensor.add vs tensor.sub"));
    }

    @Test
    void distinctWindowsAreNeverEqual() {
        var one = new DistributedTensorType(List.of(), DataType.FP32, null, null, "a");
        var other = new DistributedTensorType(List.of(), DataType.FP32, null, null, "b");
        assertThat(Structural.firstDifference(one, other, Structural.FreeVariables.MAPPED))
                .isPresent();
        assertThat(Structural.firstDifference(
                        one, new TensorType(List.of(), DataType.FP32), Structural.FreeVariables.MAPPED))
                .isPresent();
    }
}
