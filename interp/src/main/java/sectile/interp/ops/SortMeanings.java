package sectile.interp.ops;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import sectile.base.array.Codec;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.interp.problem.ExecCode;
import sectile.interp.value.Data;
import sectile.ir.expr.Semantics;

/// Sorting of (value, index) pairs, larger values first; equal ones keep their order. A pair takes eight bytes:
/// the value, then (behind a gap, for FP16) the 32 bits of the index.
final class SortMeanings {
    private static final int SORTED_AT_ONCE = 32;
    private static final int RUNS = 4;

    private SortMeanings() {}

    private record Pair(double value, long bits, long index) {
        static final Comparator<Pair> LARGER_FIRST = (a, b) -> Double.compare(b.value, a.value);
    }

    static Meaning of(Semantics.Sort sort) {
        return switch (sort) {
            case BLOCKS -> SortMeanings::sort;
            case MERGE_RUNS -> SortMeanings::mergeRuns;
            case MERGE_ROWS -> SortMeanings::mergeRows;
        };
    }

    private static int elementsOfPair(DType dtype) {
        return 64 / dtype.bits();
    }

    private static Data sort(Args args) {
        NdArray source = args.array("src");
        NdArray index = args.array("idx");
        DType dtype = source.dtype();
        long[] dims = source.shape().toArray();
        int columns = (int) dims[dims.length - 1];
        dims[dims.length - 1] *= elementsOfPair(dtype);
        NdArray out = NdArray.zeros(dtype, Shape.of(dims));
        long rows = source.elements() / Math.max(1, columns);
        long at = 0;
        for (long row = 0; row < rows; row++) {
            for (int first = 0; first < columns; first += SORTED_AT_ONCE) {
                var pairs = new ArrayList<Pair>();
                for (int j = first; j < Math.min(columns, first + SORTED_AT_ONCE); j++) {
                    long bits = source.bitsAt(row * columns + j);
                    pairs.add(new Pair(Codec.toDouble(dtype, bits), bits, index.bitsAt(row * columns + j)));
                }
                pairs.sort(Pair.LARGER_FIRST);
                at = write(out, at, pairs);
            }
        }
        return args.made(out);
    }

    private static long write(NdArray out, long from, List<Pair> pairs) {
        long at = from;
        for (Pair pair : pairs) {
            out.setBitsAt(at, pair.bits());
            if (out.dtype().bits() == 16) {
                out.setBitsAt(at + 2, pair.index() & 0xffff);
                out.setBitsAt(at + 3, pair.index() >>> 16 & 0xffff);
            } else {
                out.setBitsAt(at + 1, pair.index());
            }
            at += elementsOfPair(out.dtype());
        }
        return at;
    }

    private static List<Pair> read(NdArray in, long from, long elements) {
        var pairs = new ArrayList<Pair>();
        int step = elementsOfPair(in.dtype());
        for (long at = from; at + step <= from + elements; at += step) {
            long bits = in.bitsAt(at);
            long index = step == 4 ? in.bitsAt(at + 2) | in.bitsAt(at + 3) << 16 : in.bitsAt(at + 1);
            pairs.add(new Pair(Codec.toDouble(in.dtype(), bits), bits, index));
        }
        return pairs;
    }

    private static Data mergeRuns(Args args) {
        NdArray source = args.array("src");
        long length = args.integer("block_len");
        if (length < 1 || length % elementsOfPair(source.dtype()) != 0) {
            throw args.error(
                    ExecCode.BAD_EXTENT, "a run of " + length + " elements is not a whole number of pairs", "");
        }
        NdArray out = NdArray.zeros(source.dtype(), source.shape());
        long columns = source.shape().dim(source.shape().rank() - 1);
        for (long row = 0; row < source.elements(); row += columns) {
            for (long first = 0; first < columns; first += RUNS * length) {
                var runs = new ArrayList<List<Pair>>();
                for (long at = first; at < Math.min(columns, first + RUNS * length); at += length) {
                    runs.add(read(source, row + at, Math.min(length, columns - at)));
                }
                write(out, row + first, merge(runs, false));
            }
        }
        return args.made(out);
    }

    private static Data mergeRows(Args args) {
        var sources = new ArrayList<NdArray>();
        for (String name : new String[] {"src0", "src1", "src2", "src3"}) {
            if (args.has(name)) {
                sources.add(args.array(name));
            }
        }
        long[] dims = sources.getFirst().shape().toArray();
        int last = dims.length - 1;
        dims[last] = sources.stream().mapToLong(s -> s.shape().dim(last)).sum();
        NdArray out = NdArray.zeros(sources.getFirst().dtype(), Shape.of(dims));
        long rows = out.elements() / Math.max(1, dims[last]);
        for (long row = 0; row < rows; row++) {
            var runs = new ArrayList<List<Pair>>();
            for (NdArray source : sources) {
                long columns = source.shape().dim(last);
                runs.add(read(source, row * columns, columns));
            }
            write(out, row * dims[last], merge(runs, args.flag("exhausted")));
        }
        return args.made(out);
    }

    private static List<Pair> merge(List<List<Pair>> runs, boolean untilExhausted) {
        var merged = new ArrayList<Pair>();
        int[] next = new int[runs.size()];
        while (true) {
            int best = -1;
            for (int i = 0; i < next.length; i++) {
                boolean used = next[i] == runs.get(i).size();
                if (used && untilExhausted) {
                    return merged;
                }
                if (!used
                        && (best < 0
                                || Pair.LARGER_FIRST.compare(
                                                runs.get(i).get(next[i]),
                                                runs.get(best).get(next[best]))
                                        < 0)) {
                    best = i;
                }
            }
            if (best < 0) {
                return merged;
            }
            merged.add(runs.get(best).get(next[best]++));
        }
    }
}
