package sectile.ir.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.base.diag.DiagnosticException;
import sectile.ir.AtomicType;
import sectile.ir.Attr;
import sectile.ir.Attrs;
import sectile.ir.DataType;
import sectile.ir.DistributedTensorType;
import sectile.ir.Effect;
import sectile.ir.Expr;
import sectile.ir.MakeTuple;
import sectile.ir.MemorySpace;
import sectile.ir.Op;
import sectile.ir.OpCall;
import sectile.ir.Origin;
import sectile.ir.TensorType;
import sectile.ir.TileType;
import sectile.ir.Type;
import sectile.ir.Var;

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
