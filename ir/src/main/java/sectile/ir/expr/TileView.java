package sectile.ir.expr;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.ir.symbol.PadValue;
import sectile.ir.symbol.TileLayout;

/// How a tile lies in its memory: the part that holds data, strides, start offset, block and scatter layout, fractal
/// size and padding.
public record TileView(
        List<Expr> validShape,
        List<Expr> stride,
        @Nullable Expr startOffset,
        TileLayout blayout,
        TileLayout slayout,
        long fractal,
        PadValue pad) {
    public static final long DEFAULT_FRACTAL = 512;

    public TileView {
        validShape = List.copyOf(validShape);
        stride = List.copyOf(stride);
    }

    /// A plain row-major tile of which only `validShape` holds data.
    public static TileView valid(List<Expr> validShape) {
        return new TileView(
                validShape, List.of(), null, TileLayout.ROW_MAJOR, TileLayout.NONE_BOX, DEFAULT_FRACTAL, PadValue.NULL);
    }

    public TileView withValidShape(List<Expr> newValidShape) {
        return new TileView(newValidShape, stride, startOffset, blayout, slayout, fractal, pad);
    }

    public TileView withLayout(TileLayout newBlayout, TileLayout newSlayout) {
        return new TileView(validShape, stride, startOffset, newBlayout, newSlayout, fractal, pad);
    }

    public TileView withPad(PadValue newPad) {
        return new TileView(validShape, stride, startOffset, blayout, slayout, fractal, newPad);
    }
}
