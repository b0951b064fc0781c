/// Element types, shapes and n-dimensional arrays.
///
/// Start with [DType] (what an element is), [Shape] (how many there are) and [NdArray] (where they are).
/// [Floats] holds the conversions between `float`/`double` and the narrow formats; every one rounds once, to
/// nearest, ties to even.
///
/// ```java
/// NdArray a = NdArray.of(new float[] {1, 2, 3, 4, 5, 6}).reshape(Shape.of(2, 3));
/// NdArray b = a.transpose().slice(0, 1, 3).cast(DType.F16); // columns 1 and 2 as f16
/// double x = b.getDouble(0, 1);
/// ```
///
/// Views share memory: `slice`, `transpose`, `reshape` and `broadcastTo` copy nothing.
@NullMarked
package sectile.base.array;

import org.jspecify.annotations.NullMarked;
