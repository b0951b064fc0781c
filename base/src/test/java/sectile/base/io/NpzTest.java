package sectile.base.io;

import static org.assertj.core.api.Assertions.assertThat;
import static sectile.base.io.Malformed.code;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;

class NpzTest {
    @TempDir
    private Path directory;

    private static Map<String, NdArray> arrays() {
        Map<String, NdArray> arrays = new LinkedHashMap<>();
        arrays.put("weights", NdArray.of(new float[] {0, 1, 2, 3, 4, 5}, Shape.of(2, 3)));
        arrays.put("bias", NdArray.of(new long[] {0, 1, 2}));
        arrays.put("zeros", NdArray.zeros(DType.F16, Shape.of(64, 64)));
        return arrays;
    }

    @ParameterizedTest
    @ValueSource(strings = {"stored.npz", "deflated.npz"})
    void readsWhatNumPyWroteInItsOrder(String name) {
        Map<String, NdArray> read = Npz.read(Malformed.resource(name));
        assertThat(read).isEqualTo(arrays());
        assertThat(read.keySet()).containsExactly("weights", "bias", "zeros");
    }

    @Test
    void roundTripsPlainAndCompressedWithEqualBytes() throws IOException {
        Path plain = directory.resolve("plain.npz");
        Path again = directory.resolve("again.npz");
        Path small = directory.resolve("small.npz");
        Npz.write(plain, arrays());
        Npz.write(again, arrays());
        Npz.writeCompressed(small, arrays());
        assertThat(Npz.read(plain)).isEqualTo(arrays());
        assertThat(Npz.read(small)).isEqualTo(arrays());
        assertThat(plain).hasSameBinaryContentAs(again);
        assertThat(Files.size(small)).isLessThan(Files.size(plain) / 4);
        Npz.write(plain, Map.of());
        assertThat(Npz.read(plain)).isEmpty();
    }

    @Test
    void malformedFiles() throws IOException {
        assertThat(code(() -> Npz.read(directory.resolve("missing.npz")))).isEqualTo("BASE-201");
        assertThat(code(() -> Npz.read(directory))).isEqualTo("BASE-201");
        assertThat(code(() -> Npz.read(Malformed.resource("float32.npy")))).isEqualTo("BASE-311");
        assertThat(code(() -> Npz.read(zip("readme.txt", new byte[] {1})))).isEqualTo("BASE-312");
        assertThat(code(() -> Npz.read(zip("a/", new byte[0])))).isEqualTo("BASE-312");
        assertThat(code(() -> Npz.read(zip("a.npy", new byte[] {1})))).isEqualTo("BASE-301");
        byte[] array = Files.readAllBytes(Malformed.resource("float32.npy"));
        byte[] longer = Arrays.copyOf(array, array.length + 1);
        assertThat(code(() -> Npz.read(zip("a.npy", longer)))).isEqualTo("BASE-312");
        byte[] shorter = Arrays.copyOf(array, array.length - 1);
        assertThat(code(() -> Npz.read(zip("a.npy", shorter)))).isEqualTo("BASE-306");
    }

    @Test
    void aFlippedBitOfTheDataIsNoticed() throws IOException {
        byte[] bytes = Files.readAllBytes(Malformed.resource("stored.npz"));
        bytes[bytes.length / 2] ^= 1;
        Path damaged = directory.resolve("damaged.npz");
        Files.write(damaged, bytes);
        assertThat(code(() -> Npz.read(damaged))).isEqualTo("BASE-311");
    }

    @Test
    void noDamagedFileDoesMoreThanComplain() throws IOException {
        Malformed.fuzz(Malformed.resource("deflated.npz"), directory.resolve("f.npz"), 600, Npz::read);
        Malformed.fuzz(Malformed.resource("stored.npz"), directory.resolve("f.npz"), 600, Npz::read);
    }

    private Path zip(String name, byte[] content) throws IOException {
        Path file = directory.resolve("made.npz");
        try (OutputStream out = Files.newOutputStream(file);
                var zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry(name));
            zip.write(content);
        }
        return file;
    }
}
