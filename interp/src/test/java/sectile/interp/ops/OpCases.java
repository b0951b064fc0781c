package sectile.interp.ops;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongBinaryOperator;

/// One program per op, and what it must give. In a call, `{a}` represents the tensor `a` or for a tile loaded
/// from it.
///
/// To add a case, copy one line: the op's name, its arguments, and element k of the result in terms of the
/// inputs.
final class OpCases {
    /// Element k of the expected result.
    interface Expected {
        double at(OpInputs in, int k);
    }

    /// @param body statements; the last assigns `r`
    record Case(String op, String body, Expected expected) {}

    private static final int COLUMNS = OpInputs.COLUMNS;

    final Map<String, Case> all = new LinkedHashMap<>();

    OpCases() {
        elementwise();
        unary();
        expansions();
        reductions();
        predicates();
        matmuls();
        creation();
        transforms();
        indexing();
        gathers();
        sorts();
    }

    private void add(String op, String body, Expected expected) {
        if (all.put(op, new Case(op, body, expected)) != null) {
            throw new IllegalStateException("two cases of " + op);
        }
    }

    private void tensor(String name, String args, Expected expected) {
        add("tensor." + name, "r = pl.tensor." + name + "(" + args.replaceAll("\\{(\\w+)}", "$1") + ")", expected);
    }

    private void tile(String name, String args, Expected expected) {
        add("tile." + name, "r = pl.tile." + name + "(" + args.replaceAll("\\{(\\w+)}", "t_$1") + ")", expected);
    }

    private void both(String name, String args, Expected expected) {
        tensor(name, args, expected);
        tile(name, args, expected);
    }

    private void real(String name, double scalar, DoubleBinaryOperator f) {
        both(name, "{a}, {p}", (in, k) -> f.applyAsDouble(in.a[k], in.p[k]));
        both(name + "s", "{a}, " + scalar, (in, k) -> f.applyAsDouble(in.a[k], scalar));
    }

    private void whole(String name, int scalar, LongBinaryOperator f) {
        both(name, "{s}, {u}", (in, k) -> (short) f.applyAsLong((long) in.s[k], (long) in.u[k]));
        both(name + "s", "{s}, " + scalar, (in, k) -> (short) f.applyAsLong((long) in.s[k], scalar));
    }

    private void elementwise() {
        real("add", 1.5, Double::sum);
        real("sub", 1.5, (x, y) -> x - y);
        real("mul", 1.5, (x, y) -> x * y);
        real("div", 1.5, (x, y) -> x / y);
        real("maximum", 0.25, Math::max);
        real("minimum", 0.25, Math::min);
        real("fmod", 0.25, (x, y) -> x - (double) (long) (x / y) * y);
        whole("and", 5, (x, y) -> x & y);
        whole("or", 5, (x, y) -> x | y);
        whole("xor", 5, (x, y) -> x ^ y);
        whole("shl", 3, (x, y) -> x * (1L << y));
        whole("shr", 1, (x, y) -> Math.floorDiv(x, 1L << y));
        both("floor_div", "{a}, {p}", (in, k) -> Math.floor(in.a[k] / in.p[k]));
        both("floor_divs", "{a}, 0.25", (in, k) -> Math.floor(in.a[k] / 0.25));
        both("rem", "{a}, {p}", (in, k) -> in.a[k] - Math.floor(in.a[k] / in.p[k]) * in.p[k]);
        both("rems", "{a}, 0.25", (in, k) -> in.a[k] - Math.floor(in.a[k] / 0.25) * 0.25);
        tile("addc", "{a}, {b}, {p}", (in, k) -> in.a[k] + in.b[k] + in.p[k]);
        tile("subc", "{a}, {b}, {p}", (in, k) -> in.a[k] - in.b[k] - in.p[k]);
        tile("addsc", "{a}, 2.0, {p}", (in, k) -> in.a[k] + 2 + in.p[k]);
        tile("subsc", "{a}, 2.0, {p}", (in, k) -> in.a[k] - 2 - in.p[k]);
        part("add", Double::sum);
        part("mul", (x, y) -> x * y);
        part("max", Math::max);
        part("min", Math::min);
    }

    /// The left operand holds data in all rows of the first four columns, the right one in the first two rows.
    private void part(String name, DoubleBinaryOperator f) {
        Expected expected = (in, k) -> {
            boolean left = k % COLUMNS < 4;
            boolean right = k / COLUMNS < 2;
            double one = left ? in.a[k] : in.b[k];
            return left && right ? f.applyAsDouble(in.a[k], in.b[k]) : left || right ? one : Double.NaN;
        };
        for (String tier : new String[] {"tensor", "tile"}) {
            String prefix = tier.equals("tile") ? "t_" : "";
            add(
                    tier + ".part_" + name,
                    "x = pl." + tier + ".set_validshape(" + prefix + "a, 4, 4)\n"
                            + "y = pl." + tier + ".set_validshape(" + prefix + "b, 2, 8)\n"
                            + "r = pl." + tier + ".part_" + name + "(x, y)",
                    expected);
        }
    }

    private void function(String name, String operand, DoubleUnaryOperator f) {
        both(name, "{" + operand + "}", (in, k) -> f.applyAsDouble((operand.equals("a") ? in.a : in.p)[k]));
    }

    private void unary() {
        function("neg", "a", x -> 0 - x);
        function("abs", "a", x -> x < 0 ? -x : x);
        function("relu", "a", x -> x < 0 ? 0 : x);
        function("recip", "p", x -> 1 / x);
        function("exp", "a", Math::exp);
        function("log", "p", Math::log);
        function("sin", "a", Math::sin);
        function("cos", "a", Math::cos);
        function("sqrt", "p", x -> Math.pow(x, 0.5));
        function("rsqrt", "p", x -> Math.pow(x, -0.5));
        both("not", "{s}", (in, k) -> -in.s[k] - 1);
        both("cast", "{a}, target_type=pl.INT32, mode=pl.CastMode.floor", (in, k) -> Math.floor(in.a[k]));
        tile("lrelu", "{a}, 0.5", (in, k) -> in.a[k] > 0 ? in.a[k] : in.a[k] / 2);
        tile("prelu", "{a}, {p}", (in, k) -> in.a[k] > 0 ? in.a[k] : in.a[k] * in.p[k]);
    }

    private void expansions() {
        for (boolean row : new boolean[] {true, false}) {
            String side = row ? "row" : "col";
            String vector = row ? "{v}" : "{w}";
            Expected value = (in, k) -> row ? in.v[k / COLUMNS] : in.w[k % COLUMNS];
            both(side + "_expand", "{a}, " + vector, value);
            combination(side, "add", Double::sum, value, vector);
            combination(side, "sub", (x, y) -> x - y, value, vector);
            combination(side, "mul", (x, y) -> x * y, value, vector);
            combination(side, "div", (x, y) -> x / y, value, vector);
            combination(side, "max", Math::max, value, vector);
            combination(side, "min", Math::min, value, vector);
            combination(side, "expdif", (x, y) -> Math.exp(x) / Math.exp(y), value, vector);
        }
        both("expands", "{a}, 2.5", (in, k) -> 2.5);
        tensor("expand_clone", "{w}, {a}", (in, k) -> in.w[k % COLUMNS]);
    }

    private void combination(String side, String name, DoubleBinaryOperator f, Expected value, String vector) {
        both(side + "_expand_" + name, "{a}, " + vector, (in, k) -> f.applyAsDouble(in.a[k], value.at(in, k)));
    }

    private void reductions() {
        for (String kind : new String[] {"sum", "max", "min", "prod", "argmax", "argmin"}) {
            both("row_" + kind, "{a}", (in, k) -> reduce(in, kind, k * COLUMNS, 1, COLUMNS));
            both("col_" + kind, "{a}", (in, k) -> reduce(in, kind, k, COLUMNS, OpInputs.ROWS));
        }
    }

    private static double reduce(OpInputs in, String kind, int from, int step, int count) {
        double sum = 0;
        double product = 1;
        int most = 0;
        int least = 0;
        for (int i = 0; i < count; i++) {
            double value = in.a[from + i * step];
            sum += value;
            product *= value;
            most = value > in.a[from + most * step] ? i : most;
            least = value < in.a[from + least * step] ? i : least;
        }
        return switch (kind.toLowerCase(Locale.ROOT)) {
            case "sum" -> sum;
            case "prod" -> product;
            case "argmax" -> most;
            case "argmin" -> least;
            case "max" -> in.a[from + most * step];
            case "min" -> in.a[from + least * step];
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private void predicates() {
        tensor("cmp", "{a}, {b}, cmp_type=pl.CmpType.lt", (in, k) -> in.a[k] < in.b[k] ? 1 : 0);
        tensor("cmps", "{a}, 0.0, cmp_type=pl.CmpType.ge", (in, k) -> in.a[k] >= 0 ? 1 : 0);
        tile("cmp", "{a}, {b}, cmp_type=pl.CmpType.lt", (in, k) -> bits(in, k, true));
        tile("cmps", "{a}, 0.0, cmp_type=pl.CmpType.lt", (in, k) -> bits(in, k, false));
        String mask = "m = pl.tile.cmp(t_a, t_b, cmp_type=pl.CmpType.lt)\n";
        add("tile.sel", mask + "r = pl.tile.sel(m, t_a, t_p)", (in, k) -> in.a[k] < in.b[k] ? in.a[k] : in.p[k]);
        add("tile.sels", mask + "r = pl.tile.sels(m, t_a, None, 7.0)", (in, k) -> in.a[k] < in.b[k] ? in.a[k] : 7);
    }

    /// One byte per row: eight columns.
    private static double bits(OpInputs in, int row, boolean pair) {
        int bits = 0;
        for (int j = 0; j < COLUMNS; j++) {
            int k = row * COLUMNS + j;
            bits += in.a[k] < (pair ? in.b[k] : 0) ? 1 << j : 0;
        }
        return bits;
    }

    private static double dot(int k, double[] left, double[] right, int inner, int columns) {
        double sum = 0;
        for (int l = 0; l < inner; l++) {
            sum += left[k / columns * inner + l] * right[l * columns + k % columns];
        }
        return sum;
    }

    private void matmuls() {
        Expected product = (in, k) -> dot(k, in.a, in.c, COLUMNS, 4);
        Expected twice = (in, k) -> 2 * product.at(in, k);
        Expected biased = (in, k) -> product.at(in, k) + in.v[k % 4];
        Expected rowProduct = (in, k) -> dot(k, in.w, in.c, COLUMNS, 4);
        tensor("matmul", "{a}, {c}", product);
        add("tensor.matmul_acc", "acc = pl.tensor.matmul(a, c)\nr = pl.tensor.matmul_acc(acc, a, c)", twice);
        for (String name : new String[] {"matmul", "batch_matmul"}) {
            tile(name, "{a}, {c}", product);
            add(
                    "tile." + name + "_acc",
                    "acc = pl.tile." + name + "(t_a, t_c)\nr = pl.tile." + name + "_acc(acc, t_a, t_c)",
                    twice);
        }
        add("tile.matmul_bias", "bias = pl.tile.reshape(t_v, [1, 4])\nr = pl.tile.matmul_bias(t_a, t_c, bias)", biased);
        tile("gemv", "{w}, {c}", rowProduct);
        add(
                "tile.gemv_acc",
                "acc = pl.tile.gemv(t_w, t_c)\nr = pl.tile.gemv_acc(acc, t_w, t_c)",
                (in, k) -> 2 * rowProduct.at(in, k));
        add(
                "tile.gemv_bias",
                "bias = pl.tile.reshape(t_v, [1, 4])\nr = pl.tile.gemv_bias(t_w, t_c, bias)",
                (in, k) -> rowProduct.at(in, k) + in.v[k % 4]);
        // The scales are 4 for the left and 0.5 for the right operand, so they double the product.
        String scales = """
            x = pl.tile.cast(t_a, target_type=pl.FP8E4M3FN)
            y = pl.tile.cast(t_c, target_type=pl.FP8E4M3FN)
            ls = pl.tile.full([4, 1], 4.0, dtype=pl.FP8E8M0)
            rs = pl.tile.full([1, 4], 0.5, dtype=pl.FP8E8M0)
            """;
        Expected narrow = (in, k) -> 2 * dot(k, OpInputs.narrowed(in.a), OpInputs.narrowed(in.c), COLUMNS, 4);
        add("tile.matmul_mx", scales + "r = pl.tile.matmul_mx(x, ls, y, rs)", narrow);
        add(
                "tile.matmul_mx_acc",
                scales + "acc = pl.tile.matmul_mx(x, ls, y, rs)\nr = pl.tile.matmul_mx_acc(acc, x, ls, y, rs)",
                (in, k) -> 2 * narrow.at(in, k));
        add(
                "tile.matmul_mx_bias",
                scales + "bias = pl.tile.reshape(t_v, [1, 4])\nr = pl.tile.matmul_mx_bias(x, ls, y, rs, bias)",
                (in, k) -> narrow.at(in, k) + in.v[k % 4]);
        add(
                "tile.tget_scale_addr",
                scales + "r = pl.tile.cast(pl.tile.tget_scale_addr(ls, x), target_type=pl.FP32)",
                (in, k) -> 4);
    }

    private void creation() {
        add("tensor.create", "r = pl.tensor.create([4, 8], dtype=pl.FP32, init_value=3.0)", (in, k) -> 3);
        add("tensor.create_l1", "r = pl.tensor.create_l1([4, 8], dtype=pl.FP32)", (in, k) -> 0);
        add("tile.create", "r = pl.tile.create([4, 8], dtype=pl.FP32)", (in, k) -> 0);
        both("full", "[4, 8], 2.5, dtype=pl.FP32", (in, k) -> 2.5);
        both("ci", "3, [4, 8], dtype=pl.INT32, descending=True", (in, k) -> 3 - k);
        // The first words of Philox 4x32-10 with key and counter 0, from its authors' test vectors.
        long[] words = {0x6627e8d5L, 0xe169c58dL, 0xbc57ac4cL, 0x9b00dbd8L};
        both("random", "0, 0, 0, 0, 0, 0, [1, 4]", (in, k) -> words[k]);
        tile("tri", "1, [4, 8], dtype=pl.FP32", (in, k) -> k % COLUMNS - k / COLUMNS <= 1 ? 1 : 0);
        add("tensor.alloc", "pl.tensor.alloc(64, memory=pl.Mem.Vec)\nr = pl.tensor.abs(p)", (in, k) -> in.p[k]);
        add("tile.alloc", "pl.tile.alloc(64, memory=pl.Mem.Vec)\nr = pl.tensor.abs(p)", (in, k) -> in.p[k]);
    }

    private void transforms() {
        both("reshape", "{a}, [8, 4]", (in, k) -> in.a[k]);
        both("reinterpret_view", "{a}, [4, 8], dtype=pl.INT32", (in, k) -> Float.floatToRawIntBits((float) in.a[k]));
        both("transpose", "{a}, 0, 1", (in, k) -> in.a[k % 4 * COLUMNS + k / 4]);
        both("concat", "{a}, {b}", (in, k) -> k % 16 < 8 ? in.a[k / 16 * 8 + k % 16] : in.b[k / 16 * 8 + k % 16 - 8]);
        both("set_validshape", "{a}, 4, 8", (in, k) -> in.a[k]);
        for (String tier : new String[] {"tensor", "tile"}) {
            String x = "x = pl." + tier + ".set_validshape(" + (tier.equals("tile") ? "t_" : "") + "a, 2, 3)\n";
            Expected padded = (in, k) -> k / COLUMNS < 2 && k % COLUMNS < 3 ? in.a[k] : Double.NEGATIVE_INFINITY;
            add(tier + ".fillpad", x + "r = pl." + tier + ".fillpad(x, pad_value=pl.PadValue.min)", padded);
            add(
                    tier + ".fillpad_expand",
                    x + "r = pl." + tier + ".fillpad_expand(x, [4, 16])",
                    (in, k) -> k / 16 < 2 && k % 16 < 3 ? in.a[k / 16 * 8 + k % 16] : 0);
        }
        add(
                "tile.fillpad_inplace",
                "x = pl.tile.set_validshape(t_a, 2, 3)\nr = pl.tile.fillpad_inplace(x)",
                (in, k) -> k / COLUMNS < 2 && k % COLUMNS < 3 ? in.a[k] : 0);
        tensor("view", "{a}, [2, 16]", (in, k) -> in.a[k]);
        add(
                "tile.transpose_view",
                "x = pl.move(t_a, target_memory=pl.Mem.Mat)\nr = pl.tile.transpose_view(x)",
                (in, k) -> in.a[k % 4 * COLUMNS + k / 4]);
        tile("move", "{a}, target_memory=pl.Mem.Mat", (in, k) -> in.a[k]);
    }

    private void indexing() {
        both("read", "{a}, [1, 2]", (in, k) -> in.a[10]);
        both("write", "{a}, [1, 2], 9.0", (in, k) -> k == 10 ? 9 : in.a[k]);
        both("slice", "{a}, [2, 4], [1, 2]", (in, k) -> in.a[(k / 4 + 1) * 8 + k % 4 + 2]);
        for (String tier : new String[] {"tensor", "tile"}) {
            String prefix = tier.equals("tile") ? "t_" : "";
            add(
                    tier + ".assemble",
                    "x = pl." + tier + ".slice(" + prefix + "b, [2, 4], [0, 0])\nr = pl." + tier + ".assemble(" + prefix
                            + "a, x, [1, 2])",
                    (in, k) -> {
                        int i = k / COLUMNS - 1;
                        int j = k % COLUMNS - 2;
                        return i >= 0 && i < 2 && j >= 0 && j < 4 ? in.b[i * 8 + j] : in.a[k];
                    });
        }
        tensor("dim", "{a}, 1", (in, k) -> 8);
        tile("extract", "{a}, 1, 2, [2, 4]", (in, k) -> in.a[(k / 4 + 1) * 8 + k % 4 + 2]);
        add("tile.load", "r = pl.tile.load(a, [1, 2], [2, 4])", (in, k) -> in.a[(k / 4 + 1) * 8 + k % 4 + 2]);
        add("tile.store", "r = pl.tile.store(t_b, [0, 0], a, atomic=pl.AtomicType.Add)", (in, k) -> in.a[k] + in.b[k]);
        add("tile.mgather", "r = pl.tile.mgather(a, t_i)", (in, k) -> in.a[(int) in.i[k]]);
        add("tile.mscatter", "r = pl.tile.mscatter(t_b, t_n, a)", (in, k) -> in.b[31 - k]);
    }

    private void gathers() {
        tensor("gather", "{a}, {i}, dim=1", (in, k) -> in.a[k / COLUMNS * COLUMNS + (int) in.i[k]]);
        tile("gather", "{a}, {n}", (in, k) -> in.a[31 - k]);
        add(
                "tile.gatherb",
                "o = pl.tile.cast(pl.tile.muls(pl.tile.slice(t_i, [1, 2], [0, 0]), 0), target_type=pl.UINT32)\n"
                        + "r = pl.tile.gatherb(t_a, o)",
                (in, k) -> in.a[k % 8]);
        both("gather_mask", "{a}, mask_pattern=pl.tile.MaskPattern.P0100", (in, k) -> in.a[k * 4 + 2]);
        for (String tier : new String[] {"tensor", "tile"}) {
            String prefix = tier.equals("tile") ? "t_" : "";
            add(tier + ".gather_compare", "x, r = pl." + tier + ".gather_compare(" + prefix + "a, 0.0)", (in, k) -> {
                int count = 0;
                for (int j = 0; j < COLUMNS; j++) {
                    count += in.a[k * COLUMNS + j] > 0 ? 1 : 0;
                }
                return count;
            });
            add(
                    tier + ".gather_row",
                    "r = pl." + tier + ".gather_row(" + prefix + "a, b, [2, 0], [1, 0], [1, 8])",
                    (in, k) -> k / COLUMNS == 2 ? in.b[8 + k % 8] : in.a[k]);
            add(
                    tier + ".scatter_mask",
                    "x = pl." + tier + ".slice(" + prefix + "b, [4, 4], [0, 0])\nr = pl." + tier + ".scatter_mask(x, "
                            + prefix + "a, mask_pattern=pl.tile.MaskPattern.P1010)",
                    (in, k) -> k % 2 == 1 ? in.b[k / 8 * 8 + k % 8 / 2] : in.a[k]);
            add(
                    tier + ".scatter_update",
                    "x = pl." + tier + ".reshape(" + prefix + "rows, [1, 2])\ny = pl." + tier + ".slice(" + prefix
                            + "b, [2, 8], [0, 0])\nr = pl." + tier + ".scatter_update(" + prefix + "a, x, y)",
                    (in, k) -> k / 8 == 3 ? in.b[k % 8] : k / 8 == 1 ? in.b[8 + k % 8] : in.a[k]);
        }
        tensor("scatter", "{a}, {i}, {b}, dim=1", (in, k) -> {
            double value = in.a[k];
            for (int j = 0; j < COLUMNS; j++) {
                int from = k / COLUMNS * COLUMNS + j;
                value = (int) in.i[from] == k % COLUMNS ? in.b[from] : value;
            }
            return value;
        });
        tile("scatter", "{a}, {b}, {n}", (in, k) -> in.b[31 - k]);
        add(
                "tensor.paged_gather",
                "r = pl.tensor.paged_gather(a, ones, rows, block_size=1, size=4, max_indices=2, col_off=2)",
                (in, k) -> in.a[8 + k % 4 + 2]);
    }

    private void sorts() {
        for (String tier : new String[] {"tensor", "tile"}) {
            String prefix = tier.equals("tile") ? "t_" : "";
            String sorted = "x = pl." + tier + ".reshape(" + prefix + "a, [1, 32])\ny = pl." + tier + ".reshape("
                    + prefix + "n, [1, 32])\nz = pl." + tier + ".sort32(x, y)\n";
            Expected pairs = (in, k) -> {
                double[] all = in.a.clone();
                java.util.Arrays.sort(all);
                double value = all[31 - k / 2];
                int at = 0;
                while (in.a[at] != value) {
                    at++;
                }
                return k % 2 == 0 ? value : Float.intBitsToFloat(31 - at);
            };
            add(tier + ".sort32", sorted + "r = z", pairs);
            String runs = "late = pl." + tier + ".slice(z, [1, 48], [0, 16])\nearly = pl." + tier
                    + ".slice(z, [1, 16], [0, 0])\nmixed = pl." + tier + ".concat(late, early)\n";
            add(tier + ".mrgsort_format1", sorted + runs + "r = pl." + tier + ".mrgsort_format1(mixed, 16)", pairs);
            add(
                    tier + ".mrgsort_format2",
                    sorted + "r = pl." + tier + ".mrgsort_format2(z, z)",
                    (in, k) -> pairs.at(in, k / 4 * 2 + k % 2));
        }
    }
}
