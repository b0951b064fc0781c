package sectile.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.SourceFile;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.CollectiveArgs;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.DpPolicy;
import sectile.sim.functional.FunctionalRun;
import sectile.sim.ipcq.Wiring;
import sectile.sim.topology.Topologies;

/// The example of docs/collectives.md, compiled and run the way a stranger would: outside our modules, by class
/// name.
class ExampleAlgorithmTest {
    private static final Path EXAMPLE = Path.of("../examples/collectives");

    @TempDir
    private static Path classes;

    @BeforeAll
    static void compile() {
        int problems = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-d",
                        classes.toString(),
                        "-classpath",
                        System.getProperty("java.class.path"),
                        EXAMPLE.resolve("PassAround.java").toString());
        assertThat(problems).isZero();
    }

    @Test
    void worksInTheFunctionalRun() throws Exception {
        try (URLClassLoader loader = loader()) {
            Algorithm algorithm = (Algorithm) loader.loadClass("examples.collectives.PassAround")
                    .getConstructor()
                    .newInstance();
            Wiring ring = Wiring.ring(FunctionalRun.ranks(3));
            List<NdArray> inputs = IntStream.rangeClosed(1, 3)
                    .mapToObj(value -> NdArray.full(DType.F32, Shape.of(10), value))
                    .toList();
            List<NdArray> outputs = FunctionalRun.run(
                    algorithm.kernel(),
                    ring,
                    inputs,
                    place -> new CollectiveArgs(0, 0, 0, DType.F32, ReduceOp.SUM, place.sip(), 3, 4, 4, 0, List.of())
                            .afterInput());
            outputs.forEach(output -> assertThat(output.toDoubles()).containsOnly(6));
        }
    }

    @Test
    void worksOnTheMachineByItsClassName() throws IOException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = loader();
                Cluster cluster = Cluster.open(Topologies.preset("flat", List.of("system.sips.count=5")))) {
            thread.setContextClassLoader(loader);
            Path file = EXAMPLE.resolve("ccl.yaml");
            CclConfig config = CclConfig.load(new SourceFile(file.toString(), Files.readString(file)));
            cluster.distributed().initProcessGroup("ahbm", config);
            cluster.distributed().spawn(rank -> {
                DeviceTensor x = cluster.full(Shape.of(1000), DType.F32, rank + 1, DpPolicy.onePe());
                cluster.distributed().allReduce(x, ReduceOp.SUM);
                assertThat(x.toHost().toDoubles()).containsOnly(15);
            });
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static URLClassLoader loader() throws IOException {
        return new URLClassLoader(new URL[] {classes.toUri().toURL()}, ExampleAlgorithmTest.class.getClassLoader());
    }
}
