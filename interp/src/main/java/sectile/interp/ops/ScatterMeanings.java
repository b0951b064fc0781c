package sectile.interp.ops;

import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.interp.problem.ExecCode;
import sectile.interp.value.Data;
import sectile.ir.expr.Semantics;
import sectile.ir.symbol.MaskPattern;

/// Scattering by index or mask.
final class ScatterMeanings {
    private ScatterMeanings() {}

    static Meaning of(Semantics.Scatter scatter) {
        return switch (scatter) {
            case AXIS -> ScatterMeanings::alongAxis;
            case FLAT -> ScatterMeanings::flat;
            case MASK -> ScatterMeanings::masked;
            case ROWS -> ScatterMeanings::update;
            case MEMORY -> Meaning.reporting(ScatterMeanings::toMemory);
        };
    }

    private static Data alongAxis(Args args) {
        Data input = args.data("input");
        NdArray index = args.array("index");
        NdArray source = args.array("src");
        int axis = TransformMeanings.axis(args.number("dim"), input.rank());
        NdArray out = input.array().copy();
        Indices.each(index.shape(), at -> {
            long[] to = at.clone();
            to[axis] = GatherMeanings.checked(
                    args, index.getLong(at), input.shape().dim(axis));
            out.setBitsAt(Indices.flat(to, input.shape()), source.bitsAt(Indices.flat(at, index.shape())));
        });
        return args.made(out);
    }

    private static Data flat(Args args) {
        Data target = args.data("dst");
        NdArray source = args.array("src");
        long[] indices = args.array("indexes").toLongs();
        for (int i = 0; i < indices.length; i++) {
            long to = GatherMeanings.checked(args, indices[i], target.shape().elements());
            target.array().setBitsAt(to, source.bitsAt(i));
        }
        return target;
    }

    /// A tile is changed in place, a tensor is not.
    private static Data masked(Args args) {
        if (args.isTile()) {
            spread(args, args.array("dst"));
            return args.data("dst");
        }
        NdArray out = args.array("dst").copy();
        spread(args, out);
        return args.made(out);
    }

    private static void spread(Args args, NdArray out) {
        int[] pattern = GatherMeanings.pattern(args.symbol("mask_pattern", MaskPattern.class));
        NdArray input = args.array("input");
        long columns = input.shape().dim(1) * pattern[0];
        out.slice(1, 0, columns).slice(1, pattern[1], columns, pattern[0]).assign(input);
    }

    /// Rows are counted across the blocks of a 4-D cache.
    private static Data update(Args args) {
        Data cache = args.data("input");
        long[] rows = args.array("index").toLongs();
        Shape shape = cache.shape();
        long length = shape.dim(shape.rank() - 1) * (shape.rank() == 4 ? shape.dim(2) : 1);
        long count = shape.elements() / Math.max(1, length);
        NdArray source = args.array("src");
        if (source.elements() != rows.length * length) {
            throw args.error(
                    ExecCode.SHAPES_DIFFER,
                    rows.length + " rows of " + length + " elements are replaced, the source is " + source.shape(),
                    "src has one row for every index");
        }
        for (int i = 0; i < rows.length; i++) {
            long to = GatherMeanings.checked(args, rows[i], count);
            for (long j = 0; j < length; j++) {
                cache.array().setBitsAt(to * length + j, source.bitsAt(i * length + j));
            }
        }
        args.core().wrote(cache);
        return cache;
    }

    private static Data toMemory(Args args) {
        Data out = args.data("out_tensor");
        Data source = args.data("src");
        args.core().writes(out, out.array(), false);
        Indices.each(Shape.of(source.valid()), index -> {
            long to = args.array("idx").getLong(index);
            if (to < 0 || to >= out.shape().elements()) {
                throw args.error(ExecCode.OUT_OF_BOUNDS, "index " + to + " is outside " + out.shape(), "");
            }
            out.array().setBitsAt(to, source.array().bitsAt(Indices.flat(index, source.shape())));
        });
        args.core().wrote(out);
        return out;
    }
}
