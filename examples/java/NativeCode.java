import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.SourceFile;
import sectile.interp.Run;
import sectile.ir.text.FrontEnd;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.host.HostDevice;
import sectile.runtime.host.HostOptions;

/// A program as native code on this CPU. A C compiler must be installed.
///
/// Needs: dev.sectile:sectile-runtime
public final class NativeCode {
    private static final String TEXT = """
        import pypto.language as pl


        @pl.jit
        def halved(x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
            with pl.at(level=pl.Level.CORE_GROUP):
                out[:] = pl.mul(x, 0.5)
            return out
        """;

    private NativeCode() {}

    /// @param args a directory for what is compiled; a temporary one if there is none
    public static void main(String[] args) throws IOException {
        Path cache = args.length > 0 ? Path.of(args[0]) : Files.createTempDirectory("sectile-example");
        HostOptions options = HostOptions.of(System.getenv(), cache, System::nanoTime);
        try (HostDevice device = HostDevice.open(options);
                LoadedProgram loaded = device.load(FrontEnd.parse(new SourceFile("halved.py", TEXT)))) {
            NdArray x = NdArray.full(DType.F32, Shape.of(64, 64), 84);
            NdArray out = loaded.run(Run.of("halved").with("x", x)).output("out");
            System.out.println("out[0, 0] = " + out.getDouble(0, 0));
        }
    }
}
