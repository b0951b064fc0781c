package sectile.interp;

import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;

/// An array argument whose elements are in memory of a device. A run leaves what it computed there.
public interface PlacedArray {
    DType dtype();

    Shape shape();

    /// The part at one index of the first axis, which is gone in the result. Nothing is copied.
    PlacedArray part(long index);

    /// Where it is, for messages.
    String place();

    /// A copy of the elements as they are now.
    NdArray toHost();

    /// Overwrites every element with those of an array of the same type and shape.
    void assign(NdArray values);
}
