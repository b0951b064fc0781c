package sectile.ir.structural;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.ir.expr.ArrayType;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.HandleType;
import sectile.ir.expr.MemRef;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.TensorView;
import sectile.ir.expr.TileType;
import sectile.ir.expr.TileView;
import sectile.ir.expr.TupleType;
import sectile.ir.expr.Type;
import sectile.ir.expr.UnknownType;
import sectile.ir.expr.VoidType;

/// The types' part of a [Comparison].
final class TypeComparison {
    private final Comparison walk;

    TypeComparison(Comparison walk) {
        this.walk = walk;
    }

    void compare(Type left, Type right) {
        if (left.getClass() != right.getClass()) {
            throw walk.part(left.toString(), right.toString());
        }
        switch (left) {
            case ScalarType a -> walk.same("dtype", a.dtype(), ((ScalarType) right).dtype());
            case TensorType a -> {
                TensorType b = (TensorType) right;
                shaped(a, b);
                views(a.view(), b.view());
                memrefs(a.memref(), b.memref());
            }
            case DistributedTensorType a -> {
                DistributedTensorType b = (DistributedTensorType) right;
                shaped(a, b);
                views(a.view(), b.view());
                memrefs(a.memref(), b.memref());
                walk.same("window", a.window(), b.window());
            }
            case TileType a -> {
                TileType b = (TileType) right;
                shaped(a, b);
                walk.same("space", a.space(), b.space());
                memrefs(a.memref(), b.memref());
                tileViews(a.view(), b.view());
            }
            case ArrayType a -> {
                walk.same("dtype", a.dtype(), ((ArrayType) right).dtype());
                walk.in("extent", () -> walk.expressions(a.extent(), ((ArrayType) right).extent()));
            }
            case TupleType a -> walk.lists("elements", a.elements(), ((TupleType) right).elements(), this::compare);
            case HandleType a -> walk.same("kind", a.kind(), ((HandleType) right).kind());
            case VoidType a -> {}
            case UnknownType a -> {}
        }
    }

    private void shaped(Shaped a, Shaped b) {
        walk.same("dtype", a.dtype(), b.dtype());
        walk.lists("shape", a.shape(), b.shape(), walk::expressions);
    }

    /// False when neither side is there; a difference when only one is.
    private boolean both(String what, @Nullable Object a, @Nullable Object b) {
        walk.same(what, a == null ? "none" : "one", b == null ? "none" : "one");
        return a != null;
    }

    private void views(@Nullable TensorView a, @Nullable TensorView b) {
        if (both("view", a, b) && a != null && b != null) {
            walk.same("layout", a.layout(), b.layout());
            walk.lists("stride", a.stride(), b.stride(), walk::expressions);
            walk.lists("validShape", a.validShape(), b.validShape(), walk::expressions);
            walk.same("pad", a.pad(), b.pad());
        }
    }

    private void memrefs(@Nullable MemRef a, @Nullable MemRef b) {
        if (both("memref", a, b) && a != null && b != null) {
            walk.same("buffer", a.buffer(), b.buffer());
            walk.in("byteOffset", () -> walk.expressions(a.byteOffset(), b.byteOffset()));
            walk.same("size", List.of(a.size(), (long) a.slots()), List.of(b.size(), (long) b.slots()));
        }
    }

    private void tileViews(@Nullable TileView a, @Nullable TileView b) {
        if (both("view", a, b) && a != null && b != null) {
            walk.lists("validShape", a.validShape(), b.validShape(), walk::expressions);
            walk.lists("stride", a.stride(), b.stride(), walk::expressions);
            if (both("startOffset", a.startOffset(), b.startOffset())
                    && a.startOffset() != null
                    && b.startOffset() != null) {
                walk.expressions(a.startOffset(), b.startOffset());
            }
            walk.same("blayout", a.blayout(), b.blayout());
            walk.same("slayout", a.slayout(), b.slayout());
            walk.same("fractal", a.fractal(), b.fractal());
            walk.same("pad", a.pad(), b.pad());
        }
    }
}
