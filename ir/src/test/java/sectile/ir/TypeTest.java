package sectile.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.ir.expr.Absent;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.TileType;
import sectile.ir.expr.TupleType;
import sectile.ir.expr.Type;
import sectile.ir.expr.UnknownType;
import sectile.ir.expr.Var;
import sectile.ir.expr.VoidType;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.MemorySpace;

class TypeTest {
    @Test
    void aConstantFitsItsType() {
        assertThat(new ConstInt(127, DataType.INT8, Origin.none()).value()).isEqualTo(127);
        assertThatThrownBy(() -> new ConstInt(128, DataType.INT8, Origin.none()))
                .hasMessage("128 does not fit INT8");
        assertThatThrownBy(() -> new ConstInt(-9, DataType.INT4, Origin.none())).hasMessage("-9 does not fit INT4");
        assertThatThrownBy(() -> new ConstInt(-1, DataType.UINT64, Origin.none()))
                .hasMessage("-1 does not fit UINT64");
        assertThat(DataType.UINT8.holds(255)).isTrue();
        assertThat(DataType.UINT8.holds(256)).isFalse();
        assertThat(DataType.INDEX.holds(Long.MIN_VALUE)).isTrue();
    }

    @Test
    void nothingIsNotUnknown() {
        Type scalar = ScalarType.INDEX;
        assertThat(UnknownType.INSTANCE.join(scalar)).contains(scalar);
        assertThat(scalar.join(UnknownType.INSTANCE)).contains(scalar);
        assertThat(VoidType.INSTANCE.join(scalar)).isEmpty();
        assertThat(scalar.join(VoidType.INSTANCE)).isEmpty();
        assertThat(VoidType.INSTANCE.join(VoidType.INSTANCE)).contains(VoidType.INSTANCE);
        assertThatThrownBy(() -> new Var("x", VoidType.INSTANCE, Origin.none())).hasMessage("`x` would hold nothing");
    }

    @Test
    void aJoinFillsInWhatTheAnnotationLeavesOpen() {
        TileType open = TileType.of(DataType.FP32, null, 8, 8);
        TileType placed = TileType.of(DataType.FP32, MemorySpace.VEC, 8, 8);
        assertThat(open.join(placed)).contains(placed);
        assertThat(placed.join(open)).contains(placed);
        assertThat(placed.join(placed.withSpace(MemorySpace.ACC))).isEmpty();
        assertThat(open.join(TileType.of(DataType.FP32, null, 8, 4))).isEmpty();
        assertThat(new TupleType(List.of(open)).join(new TupleType(List.of(placed))))
                .contains(new TupleType(List.of(placed)));
    }

    @Test
    void anAbsentOperandIsNotAnEmptyTuple() {
        assertThat((Expr) Absent.INSTANCE).isNotEqualTo(MakeTuple.of(List.of()));
        assertThat(Absent.INSTANCE.type()).isNotEqualTo(MakeTuple.of(List.of()).type());
    }
}
