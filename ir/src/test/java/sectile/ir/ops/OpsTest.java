package sectile.ir.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.base.diag.DiagnosticException;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Effect;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Origin;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.symbol.AtomicType;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.MemorySpace;

class OpsTest {
    private static final Ops OPS = Ops.standard();

    private static Var var(Type type) {
        return new Var("v", type, Origin.none());
    }

    private static OpCall call(String op, Attrs attrs, Expr... args) {
        return OPS.require(op).call(List.of(args), attrs, Origin.none());
    }

    @Test
    void everyEntryIsDocumented() {
        assertThat(OPS.all()).hasSizeGreaterThan(250).allSatisfy(op -> {
            assertThat(op.doc()).endsWith(".");
            assertThat(op.formula()).isNotEmpty();
            assertThat(op.operands()).allSatisfy(o -> assertThat(o.doc()).isNotEmpty());
            assertThat(op.attributes()).allSatisfy(a -> assertThat(a.doc()).isNotEmpty());
        });
    }

    @Test
    void elementwiseBroadcasts() {
        OpCall call = call(
                "tensor.add",
                Attrs.EMPTY,
                var(TensorType.of(DataType.FP32, 4, 1, 8)),
                var(TensorType.of(DataType.FP32, 16, 8)));
        assertThat(call.type()).isEqualTo(TensorType.of(DataType.FP32, 4, 16, 8));
    }

    @Test
    void elementTypesAreNeverConverted() {
        assertThatThrownBy(() -> call(
                        "tensor.add",
                        Attrs.EMPTY,
                        var(TensorType.of(DataType.FP32, 8)),
                        var(TensorType.of(DataType.FP16, 8))))
                .isInstanceOf(DiagnosticException.class)
                .hasMessageContaining("`lhs` is FP32 but `rhs` is FP16");
    }

    @Test
    void aWindowIsNotATensorNorTheReverse() {
        var window = var(DistributedTensorType.of(DataType.FP32, 8));
        var tensor = var(TensorType.of(DataType.FP32, 8));
        assertThatThrownBy(() -> call("tensor.exp", Attrs.EMPTY, window))
                .hasMessageContaining("must be a plain Tensor");
        assertThatThrownBy(() -> call("pld.tensor.allreduce", Attrs.EMPTY, tensor))
                .hasMessageContaining("must be a window (DistributedTensor), found the plain Tensor[[8], FP32]");
        assertThat(window.type()).isNotEqualTo(tensor.type());
    }

    @Test
    void effectsFollowAttributes() {
        Op store = OPS.require("tile.store");
        var out = store.operands().get(store.operandIndex("out_tensor"));
        assertThat(store.effect(out, Attrs.EMPTY)).isEqualTo(Effect.WRITE);
        assertThat(store.effect(out, Attrs.of("atomic", new Attr.Sym(AtomicType.ADD))))
                .isEqualTo(Effect.READ_WRITE);
        assertThat(store.reuses()).isEqualTo(2);
    }

    @Test
    void matmulChecksItsInnerExtent() {
        var lhs = var(TileType.of(DataType.FP16, MemorySpace.LEFT, 16, 32));
        var rhs = var(TileType.of(DataType.FP16, MemorySpace.RIGHT, 32, 64));
        assertThat(call("tile.matmul", Attrs.EMPTY, lhs, rhs).type())
                .isEqualTo(TileType.of(DataType.FP32, MemorySpace.ACC, 16, 64));
        assertThatThrownBy(() -> call(
                        "tile.matmul", Attrs.EMPTY, lhs, var(TileType.of(DataType.FP16, MemorySpace.RIGHT, 16, 64))))
                .hasMessageContaining("the inner extents differ");
    }

    @Test
    void defaultsAreLeftOut() {
        var tensor = var(TensorType.of(DataType.FP32, 64, 64));
        OpCall call = call(
                "tile.load",
                Attrs.of("target_memory", new Attr.Sym(MemorySpace.VEC)),
                tensor,
                MakeTuple.ofInts(0, 0),
                MakeTuple.ofInts(16, 64));
        assertThat(call.attrs().isEmpty()).isTrue();
        assertThat(call.attr("target_memory")).contains(new Attr.Sym(MemorySpace.VEC));
        assertThat(call.type()).isEqualTo(TileType.of(DataType.FP32, MemorySpace.VEC, 16, 64));
    }

    @Test
    void aLoadOutsideIsFound() {
        assertThatThrownBy(() -> call(
                        "tile.load",
                        Attrs.EMPTY,
                        var(TensorType.of(DataType.FP32, 64, 64)),
                        MakeTuple.ofInts(56, 0),
                        MakeTuple.ofInts(16, 64)))
                .hasMessageContaining("elements 56 to 72 of dimension 0 are outside its extent 64");
    }
}
