package sectile.bench;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.SourceFile;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.ir.text.FrontEnd;
import sectile.runtime.device.EvaluationOptions;
import sectile.runtime.device.ProgramDevice;
import sectile.runtime.host.HostOptions;
import sectile.runtime.opencl.OpenCl;
import sectile.runtime.opencl.OpenClDevice;

/// What it saves to have a table in memory of an OpenCL device before a program reads a few rows of it.
public final class DeviceBench {
    private static final PrintStream OUT = System.out;

    private DeviceBench() {}

    public static void main(String[] args) {
        Path cache = Path.of(System.getProperty("java.io.tmpdir"), "sectile-bench");
        HostOptions options = HostOptions.of(System.getenv(), cache.resolve("native"), System::nanoTime);
        NdArray table = NdArray.zeros(DType.F32, Shape.of(2048, 2048));
        EvaluationOptions measuring = EvaluationOptions.standard().withRepeat(15);
        try (ProgramDevice device =
                OpenClDevice.open(OpenCl.load(System.getenv(), cache.resolve("opencl")), 0, options)) {
            double copied = 0;
            for (String type : List.of("%s", "pl.OnDevice[%s]", "pl.Const[%s]")) {
                Run run = Run.of("main").with("table", table);
                double median =
                        device.evaluate(lookup(type), run, measuring).times().median();
                copied = copied == 0 ? median : copied;
                OUT.printf(
                        Locale.ROOT,
                        "%-40s %9.1f µs, %.4f of the time with the copy%n",
                        type.formatted("pl.Tensor"),
                        median / 1e3,
                        median / copied);
            }
        }
    }

    private static Program lookup(String type) {
        return FrontEnd.parse(
                new SourceFile("lookup.py", """
                import pypto.language as pl
                @pl.program
                class Lookup:
                    @pl.function(type=pl.FunctionType.InCore)
                    def kernel(self, table: pl.Tensor[[2048, 2048], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
                        y = pl.store(pl.load(table, [128, 256], [16, 64]) * 2.0, [0, 0], y)
                        return y
                    @pl.function(type=pl.FunctionType.Orchestration)
                    def main(self, table: %s, y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
                        return self.kernel(table, y)
                """.formatted(type.formatted("pl.Tensor[[2048, 2048], pl.FP32]"))));
    }
}
