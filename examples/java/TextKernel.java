import java.util.Optional;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.SourceFile;
import sectile.script.Script;
import sectile.sim.Place;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.machine.Machine;
import sectile.sim.machine.PeSet;
import sectile.sim.topology.Topologies;

/// A `tl` kernel as text, launched from Java.
///
/// Needs: dev.sectile:sectile-script
public final class TextKernel {
    private static final String TEXT = """
        def kernel(x, n, tl):
            tl.store(x, tl.load(x, (n,), "f32") * 3.0)
        """;

    private TextKernel() {}

    public static void main(String[] args) {
        Script script = Script.load(new SourceFile("triple.py", TEXT), Optional.empty(), System.out::println);
        try (Machine machine = Machine.open(Topologies.preset("small"))) {
            Place pe = new Place(0, 0, 0);
            long x = machine.allocate(Space.HBM, pe, 256);
            machine.write(x, NdArray.full(DType.F32, Shape.of(64), 14));
            machine.launch(script.kernel(), KernelArgs.of(x, 64), PeSet.of(pe));
            System.out.println(
                    "x[0] = " + machine.read(x, DType.F32, Shape.of(64)).getDouble(0));
        }
    }
}
