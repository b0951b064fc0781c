package sectile.base.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;

class RegionTest {
    private final Storage memory = new Storage.Named("m", "m", 0, 1 << 20);

    @Test
    void agreesWithLookingAtEveryElement() {
        var random = new SplittableRandom(5);
        NdArray base = NdArray.zeros(DType.F32, Shape.of(6, 8, 5));
        int overlapping = 0;
        for (int i = 0; i < 5000; i++) {
            NdArray a = view(base, random);
            NdArray b = view(base, random);
            boolean expected = elements(a).intersects(elements(b));
            overlapping += expected ? 1 : 0;
            assertThat(Region.of(memory, a).overlaps(Region.of(memory, b)))
                    .as("%s and %s", a.shape(), b.shape())
                    .isEqualTo(expected);
        }
        assertThat(overlapping).isBetween(500, 4500);
    }

    private static NdArray view(NdArray base, SplittableRandom random) {
        NdArray view = random.nextInt(4) == 0 ? base.reshape(Shape.of(12, 20)) : base;
        for (int axis = 0; axis < view.shape().rank(); axis++) {
            long extent = view.shape().dim(axis);
            long from = random.nextLong(extent);
            long to = from + 1 + random.nextLong(extent - from);
            view = view.slice(axis, from, to, 1 + random.nextInt(2));
        }
        return random.nextBoolean() ? view.transpose() : view;
    }

    private static BitSet elements(NdArray view) {
        var elements = new BitSet();
        long[] index = new long[view.shape().rank()];
        for (long i = 0; i < view.elements(); i++) {
            long rest = i;
            long at = view.offset();
            for (int axis = index.length - 1; axis >= 0; axis--) {
                at += rest % view.shape().dim(axis) * view.strides()[axis];
                rest /= view.shape().dim(axis);
            }
            elements.set((int) at);
        }
        return elements;
    }

    @Test
    void differentMemoriesNeverOverlap() {
        NdArray array = NdArray.zeros(DType.F32, Shape.of(4));
        assertThat(Region.of(memory, array).overlaps(Region.of(new Storage.Named("n", "n", 0, 1 << 20), array)))
                .isFalse();
        assertThat(Region.of(memory, array).overlaps(Region.of(memory, array))).isTrue();
    }

    @Test
    void halvesOfBytesOverlapByTheByte() {
        NdArray nibbles = NdArray.zeros(DType.U4, Shape.of(8));
        Region first = Region.of(memory, nibbles.slice(0, 0, 2));
        assertThat(first.overlaps(Region.of(memory, nibbles.slice(0, 2, 4)))).isFalse();
        assertThat(first.overlaps(Region.of(memory, nibbles.slice(0, 1, 3)))).isTrue();
    }

    @Test
    void coversOnlyWhatIsInside() {
        NdArray array = NdArray.zeros(DType.F32, Shape.of(8, 4));
        Region whole = Region.of(memory, array);
        Region rows = Region.of(memory, array.slice(0, 2, 4));
        Region column = Region.of(memory, array.slice(1, 1, 2));
        assertThat(whole.covers(rows)).isTrue();
        assertThat(whole.covers(column)).isTrue();
        assertThat(rows.covers(whole)).isFalse();
        assertThat(column.covers(column)).isTrue();
        assertThat(column.covers(rows)).isFalse();
        assertThat(whole.covers(Region.of(new Storage.Named("o", "o", 0, 128), array)))
                .isFalse();
    }
}
