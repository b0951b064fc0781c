package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.dist.ccl.Mapper;
import sectile.sim.Place;
import sectile.sim.topology.Topology;

/// Mappers that are not built in, and what text algorithms say they compute.
public final class CustomMapperTest {
    @TempDir
    private Path directory;

    /// Two PEs that no built-in mapper chooses.
    public static final class Corners implements Mapper {
        @Override
        public List<Place> places(Topology machine, int sip) {
            return List.of(
                    new Place(sip, 0, machine.pesPerCube() - 1),
                    new Place(sip, machine.cubes() - 1, machine.pesPerCube() - 1));
        }
    }

    private Result run(String ccl, String... more) throws IOException {
        Path file = Files.writeString(directory.resolve("ccl.yaml"), ccl);
        List<String> words = new java.util.ArrayList<>(List.of("run", "allreduce", "--ccl", file.toString(), "--json"));
        words.addAll(List.of(more));
        return InProcess.sectile(words.toArray(String[]::new));
    }

    @Test
    void aMapperOfTheClassPathIsRun() throws IOException {
        Result result = run("""
                defaults: { algorithm: corners }
                algorithms:
                  corners: { kernel: ring, topology: ring_1d, mapper: %s, validator: own_shards, slot_size: auto }
                """.formatted(Corners.class.getName()), "--elements=100");
        assertThat(result.err()).isEmpty();
        assertThat(result.out())
                .contains("\"pes_per_rank\": 2")
                .contains("\"checked\": 200")
                .contains("\"wrong\": 0");
    }

    @Test
    void aTextWithAMapperOfItsOwn() throws IOException {
        Path kernel = directory.resolve("mine.py");
        Files.writeString(
                kernel,
                Files.readString(Path.of("..", "examples", "kernels", "ring_allreduce.py")) + "\nMAPPER = \""
                        + Corners.class.getName() + "\"\n");
        Result result =
                InProcess.sectile("run", "allreduce", "--algorithm", kernel.toString(), "--elements=100", "--json");
        assertThat(result.err()).isEmpty();
        assertThat(result.out()).contains("\"pes_per_rank\": 2").contains("\"wrong\": 0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "COMBINES = 'everything'|TL-304|COMBINES cannot be 'everything'",
                "COMBINES = 'rank'|TL-304|did you mean `ranks`?",
                "COMBINES = 3|TL-304|COMBINES cannot be 3",
                "MAPPER = 'leaders'|TL-304|MAPPER cannot be 'leaders'",
                "MAPPER = 'no.such.Class'|DIST-302|class no.such.Class is not on the class path",
                "MAPPER = 'java.lang.String'|DIST-303|class java.lang.String does not implement mapper",
                "MAPPER = 7|TL-304|MAPPER is a string, not",
                "VALIDATOR = 'own'|TL-304|VALIDATOR cannot be 'own'",
                "TOPOLOGY = 'ring'|TL-304|TOPOLOGY cannot be 'ring'",
                "COLLECTIVES = 'everything'|TL-304|there is no collective",
                "COLLECTIVES = 'all_gather'|DIST-313|",
                "SLOT_SIZE = 1|DIST-314|",
                "N_SLOTS = 0|BASE-113|n_slots"
            })
    void wrongConstantsOfATextAreNamed(String constant, String code, String text) throws IOException {
        Path kernel = directory.resolve("wrong.py");
        Files.writeString(
                kernel,
                constant + "\n" + "TOPOLOGY = 'ring_1d'\n".repeat(constant.startsWith("TOP") ? 0 : 1)
                        + "def kernel(t_ptr, tl):\n    pass\n");
        Result result = InProcess.sectile("run", "allreduce", "--algorithm", kernel.toString(), "--elements=8");
        assertThat(result.exitCode()).as(result.err()).isEqualTo(2);
        assertThat(result.err()).contains(code).contains(text == null ? "" : text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kernel: ring, topology: ring_1d, mapper: everybody|DIST-301|there is no mapper `everybody`",
                "kernel: ring, topology: ring_1d, mapper: no.such.Mapper|DIST-302|not on the class path",
                "kernel: ring, topology: ring_1d, mapper: java.lang.Object|DIST-303|does not implement mapper",
                "kernel: ring, topology: ring_1d, validator: nobody|DIST-301|there is no validator `nobody`",
                "kernel: ring, topology: ring_2d|DIST-301|there is no topology `ring_2d`",
                "kernel: rings, topology: ring_1d|DIST-301|there is no kernel `rings`",
                "kernel: chain, topology: ring_1d|DIST-313|",
                "kernel: ring, topology: none|DIST-311|",
                "kernel: ring, topology: ring_1d, slot_size: 1|DIST-314|",
                "kernel: intercube, topology: none, mapper: cube_leaders, validator: shard_per_cube, root_cube: 99|DIST-315|",
                "kernel: intercube, topology: none, mapper: cube_leaders, validator: shard_per_cube, inter_sip: star|DIST-316|",
                "kernel: ring, topology: ring_1d, world_size: 99|DIST|99",
                "kernel: ring, topology: ring_1d, world_size: 0|YAML|world_size",
                "kernel: ring, topology: ring_1d, world_size: two|YAML|world_size",
                "kernel: ring, topology: ring_1d, buffer_kind: disk|YAML|buffer_kind",
                "kernel: ring, topology: ring_1d, mappers: all_pes|YAML|mappers",
                "topology: ring_1d|DIST-306|has no kernel",
                "kernel: torus, topology: torus_2d|DIST-310|needs a square number of ranks, not 2",
                "kernel: mesh, topology: ring_1d|DIST-310|needs a square number of ranks, not 2"
            })
    void wrongEntriesAreNamed(String entry, String code, String text) throws IOException {
        Result result = run("defaults: { algorithm: mine }\nalgorithms:\n  mine: { " + entry + " }\n", "--elements=8");
        assertThat(result.exitCode()).as(result.err()).isEqualTo(2);
        assertThat(result.err())
                .contains(code.equals("YAML") ? "ccl.yaml:3" : code)
                .contains(text == null ? "" : text);
    }
}
