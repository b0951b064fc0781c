package sectile.base.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShapeTest {
    @Test
    void basics() {
        var shape = Shape.of(16, 8, 3);
        assertThat(shape.rank()).isEqualTo(3);
        assertThat(shape.elements()).isEqualTo(384);
        assertThat(shape.dim(1)).isEqualTo(8);
        assertThat(shape.rowMajorStrides()).containsExactly(24, 3, 1);
        assertThat(shape).hasToString("16x8x3").isEqualTo(Shape.of(List.of(16L, 8L, 3L)));
        assertThat(shape).hasSameHashCodeAs(Shape.of(16, 8, 3)).isNotEqualTo(Shape.of(16, 8));
        assertThat(shape.toList()).containsExactly(16L, 8L, 3L);
    }

    @Test
    void cannotBeChangedFromOutside() {
        long[] dims = {2, 3};
        var shape = Shape.of(dims);
        dims[0] = 7;
        shape.toArray()[1] = 7;
        assertThat(shape).isEqualTo(Shape.of(2, 3));
    }

    @Test
    void scalarsAndEmptyShapes() {
        assertThat(Shape.of()).isSameAs(Shape.scalar()).hasToString("scalar");
        assertThat(Shape.scalar().elements()).isOne();
        assertThat(Shape.of(3, 0, 2).elements()).isZero();
        assertThat(Shape.of(3, 0, 2).rowMajorStrides()).containsExactly(2, 2, 1);
    }

    @Test
    void impossibleShapesAreRefused() {
        assertThatThrownBy(() -> Shape.of(2, -1)).hasMessageContaining("negative extent -1");
        assertThatThrownBy(() -> Shape.of(1L << 32, 1L << 31)).hasMessageContaining("2^63");
        assertThatThrownBy(() -> Shape.of(0, Long.MAX_VALUE, 2)).hasMessageContaining("2^63");
        assertThatThrownBy(() -> Shape.of(new long[65])).hasMessageContaining("rank 65");
        assertThat(Shape.of(Long.MAX_VALUE, 1).elements()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void parsesWhatItPrints() {
        for (Shape shape : List.of(Shape.scalar(), Shape.of(5), Shape.of(16, 8), Shape.of(0, 3))) {
            assertThat(Shape.parse(shape.toString())).contains(shape);
        }
        for (String bad : List.of("", "x", "3x", "-1", "3*4", "99999999999999999999", "9000000000000000000x9", "+3")) {
            assertThat(Shape.parse(bad)).as(bad).isEmpty();
        }
    }

    @Test
    void broadcastsFromTheRight() {
        assertThat(Shape.of(4, 3).broadcast(Shape.of(3))).contains(Shape.of(4, 3));
        assertThat(Shape.of(4, 1).broadcast(Shape.of(1, 5))).contains(Shape.of(4, 5));
        assertThat(Shape.of(0, 1).broadcast(Shape.of(1))).contains(Shape.of(0, 1));
        assertThat(Shape.scalar().broadcast(Shape.of(2))).contains(Shape.of(2));
        assertThat(Shape.of(4, 3).broadcast(Shape.of(4))).isEmpty();
        assertThat(Shape.of(0).broadcast(Shape.of(2))).isEmpty();
    }

    @Test
    void flattenAndUnflattenAreInverse() {
        var shape = Shape.of(3, 4, 5);
        for (long i = 0; i < 60; i++) {
            assertThat(shape.flatten(shape.unflatten(i))).isEqualTo(i);
        }
        assertThatThrownBy(() -> shape.flatten(0, 4, 0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> shape.flatten(0, 0)).hasMessageContaining("rank 3");
        assertThatThrownBy(() -> shape.unflatten(60)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
