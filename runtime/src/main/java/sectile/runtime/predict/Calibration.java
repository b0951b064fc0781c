package sectile.runtime.predict;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.SourceFile;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.ir.text.FrontEnd;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.Meter;
import sectile.runtime.host.HostDevice;

/// Measures a CPU with small programs that differ in how often they do one thing.
public final class Calibration {
    private static final int FEW = 1;
    private static final int SIDE = 64;
    private static final long ELEMENTS = (long) SIDE * SIDE;
    private static final int WIDE = 256;
    private static final double SHORTEST_NS = 500_000;
    private static final int MOST = 1 << 16;
    private static final int TIMES = 40;
    private static final double WARM_NS = 20_000_000;
    private static final int MANY = 50;
    private static final int PEAKS = 5;

    private final HostDevice device;

    private Calibration(HostDevice device) {
        this.device = device;
    }

    /// What the CPU does in which time. It takes some seconds, more when the programs are compiled for the first time.
    ///
    public static HostModel measure(HostDevice device) {
        return new Calibration(device).measure(device.cores());
    }

    private HostModel measure(int cores) {
        double transfer = per(FEW, 33, count -> copies(count, 1, 8), DType.F32, 1, 8) / 2;
        double launch = Math.max(1, per(1, 101, Calibration::calls, DType.F32, 1, 8) - 2 * transfer);
        double op = per(FEW, 33, count -> elementwise("INT32", "pl.add(IT, 1)", count, 1, 8), DType.I32, 1, 8);
        // Last of the short ones, when the code of this process that calls programs is compiled.
        double start = time(calls(0), DType.F32, 1, 8);
        double wide = per(FEW, 9, count -> copies(count, WIDE, WIDE), DType.F32, WIDE, WIDE);
        return new HostModel(
                cores,
                start,
                launch,
                transfer,
                op,
                2.0 * WIDE * WIDE * Float.BYTES / Math.max(1, wide - 2 * transfer) * 1e9,
                memoryRate(),
                product("FP32", DType.F32),
                product("FP16", DType.F16),
                product("INT8", DType.I8),
                elements("FP32", "pl.mul(pl.add(IT, 1.0), 0.5)", 2, DType.F32),
                elements("FP32", "pl.exp(IT)", 1, DType.F32),
                elements("FP16", "pl.mul(pl.add(IT, 1.0), 0.5)", 2, DType.F16),
                elements("INT32", "pl.add(IT, 1)", 1, DType.I32));
    }

    private interface Text {
        String of(int count);
    }

    /// Nanoseconds of one more of what a text counts.
    private double per(int few, int many, Text text, DType dtype, long rows, long columns) {
        double less = time(text.of(few), dtype, rows, columns);
        double more = time(text.of(many), dtype, rows, columns);
        return Math.max(0.05, (more - less) / (many - few));
    }

    private double elements(String name, String op, int ops, DType dtype) {
        double each = per(FEW, 17, count -> elementwise(name, op, count, SIDE, SIDE), dtype, SIDE, SIDE);
        return ELEMENTS * ops / each * 1e9;
    }

    private double product(String name, DType dtype) {
        double each = per(FEW, 9, count -> products(name, count), dtype, SIDE, SIDE);
        return 2.0 * SIDE * SIDE * SIDE / each * 1e9;
    }

    /// The shortest of many times: what others do on this machine only makes them longer.
    private double time(String text, DType dtype, long rows, long columns) {
        Program program = FrontEnd.parse(new SourceFile("calibration.py", text));
        Run run = Run.of("main").with("x", NdArray.zeros(dtype, Shape.of(rows, columns)));
        try (LoadedProgram loaded = device.load(program);
                LoadedProgram.Prepared prepared = loaded.prepare(run)) {
            for (double warm = 0; warm < WARM_NS; ) {
                warm += Math.max(prepared.execute(MANY), MANY);
            }
            int number = 1;
            while (prepared.execute(number) < SHORTEST_NS && number < MOST) {
                number *= 2;
            }
            double least = Double.MAX_VALUE;
            for (int i = 0; i < TIMES; i++) {
                least = Math.min(least, prepared.execute(number) / number);
            }
            return least;
        }
    }

    private double memoryRate() {
        double most = 0;
        try (Meter meter = device.meter()) {
            for (int i = 0; i < PEAKS; i++) {
                most = Math.max(most, meter.peak().map(Meter.Peak::bytes).orElse(0.0));
            }
        }
        return most;
    }

    private static String header(String dtype, String result, int rows, int columns) {
        String shape = "[" + rows + ", " + columns + "]";
        return "(self, x: pl.Tensor[" + shape + ", pl." + dtype + "], y: pl.Out[pl.Tensor[" + shape + ", pl." + result
                + "]]):\n";
    }

    private static String kernel(String dtype, String result, int rows, int columns, List<String> lines) {
        return "import pypto.language as pl\n\n@pl.program\nclass P:\n"
                + "    @pl.function(type=pl.FunctionType.InCore)\n    def main" + header(dtype, result, rows, columns)
                + String.join(
                        "", lines.stream().map(line -> "        " + line + "\n").toList())
                + "        return y\n";
    }

    /// Ops in a row; `IT` is the result of the one before.
    private static String elementwise(String dtype, String op, int count, int rows, int columns) {
        var lines = new ArrayList<String>();
        lines.add("t0 = pl.load(x, [0, 0], [" + rows + ", " + columns + "])");
        for (int i = 0; i < count; i++) {
            lines.add("t" + (i + 1) + " = " + op.replace("IT", "t" + i));
        }
        lines.add("y = pl.store(t" + count + ", [0, 0], y)");
        return kernel(dtype, dtype, rows, columns, lines);
    }

    private static String copies(int count, int rows, int columns) {
        String copy = "y = pl.store(pl.load(x, [0, 0], [" + rows + ", " + columns + "]), [0, 0], y)";
        return kernel("FP32", "FP32", rows, columns, Collections.nCopies(count, copy));
    }

    private static String products(String dtype, int count) {
        var lines = new ArrayList<String>();
        lines.add("a = pl.load(x, [0, 0], [" + SIDE + ", " + SIDE + "], target_memory=pl.Mem.Mat)");
        lines.add("t0 = pl.matmul(a, a)");
        for (int i = 0; i < count; i++) {
            lines.add("t" + (i + 1) + " = pl.matmul_acc(t" + i + ", a, a)");
        }
        lines.add("y = pl.store(t" + count + ", [0, 0], y)");
        return kernel(dtype, dtype.equals("INT8") ? "INT32" : "FP32", SIDE, SIDE, lines);
    }

    /// An orchestration that calls a kernel of eight elements.
    private static String calls(int count) {
        String header = header("FP32", "FP32", 1, 8);
        return "import pypto.language as pl\n\n@pl.program\nclass P:\n"
                + "    @pl.function(type=pl.FunctionType.InCore)\n    def small" + header
                + "        y = pl.store(pl.load(x, [0, 0], [1, 8]), [0, 0], y)\n        return y\n\n"
                + "    @pl.function(type=pl.FunctionType.Orchestration)\n    def main" + header
                + "        for i in pl.range(" + count + "):\n            y = self.small(x, y)\n        return y\n";
    }
}
