package sectile.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.SourceFile;
import sectile.sim.functional.FunctionalRun;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.KernelArgs;

/// What the tests of texts share.
final class Texts {
    private Texts() {}

    static Script load(String text) {
        return Script.load(new SourceFile("test.py", text), Optional.empty(), line -> {});
    }

    /// What a kernel prints on one PE, run without time. Its arguments are the address of four f32 values 1, 2, 3, 4,
    /// their number, and then those given.
    static List<String> printed(String text, Object... args) {
        List<String> lines = new ArrayList<>();
        Script script = Script.load(
                new SourceFile("test.py", text),
                Optional.empty(),
                line -> lines.add(line.substring("sip0.cube0.pe0: ".length())));
        NdArray input = NdArray.of(DType.F32, Shape.of(4), 1, 2, 3, 4);
        FunctionalRun.run(script.kernel(), Wiring.ring(FunctionalRun.ranks(1)), List.of(input), KernelArgs.of(args));
        return lines;
    }
}
