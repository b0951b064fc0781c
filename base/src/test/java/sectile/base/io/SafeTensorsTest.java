package sectile.base.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static sectile.base.io.Malformed.code;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.DiagnosticRenderer;

class SafeTensorsTest {
    @TempDir
    private Path directory;

    private static SafeTensors everyType() {
        Map<String, NdArray> tensors = new LinkedHashMap<>();
        for (DType dtype : DType.values()) {
            tensors.put("t." + dtype.text(), NdArray.full(dtype, Shape.of(3, 1), 1));
        }
        tensors.put("empty", NdArray.zeros(DType.F32, Shape.of(0, 4)));
        tensors.put("scalar", NdArray.scalar(DType.I64, -5));
        tensors.put(
                "view \"é\"",
                NdArray.of(new int[] {1, 2, 3, 4, 5, 6}, Shape.of(2, 3)).transpose());
        return new SafeTensors(tensors, Map.of("made by", "a test\n"));
    }

    @Test
    void roundTripsEveryTypeInOrder() throws IOException {
        Path file = directory.resolve("m.safetensors");
        everyType().write(file);
        SafeTensors back = SafeTensors.read(file);
        assertThat(back.metadata()).containsExactly(Map.entry("made by", "a test\n"));
        assertThat(back.tensors().keySet())
                .containsExactlyElementsOf(everyType().tensors().keySet());
        everyType().tensors().forEach((name, tensor) -> {
            NdArray expected = switch (tensor.dtype()) {
                case I4 -> tensor.cast(DType.I8);
                case U4 -> tensor.cast(DType.U8);
                default -> tensor;
            };
            assertThat(back.tensors()).containsEntry(name, expected);
        });
        Path again = directory.resolve("again.safetensors");
        SafeTensors.write(again, everyType().tensors(), everyType().metadata());
        assertThat(again).hasSameBinaryContentAs(file);
    }

    @Test
    void theLayoutIsThatOfTheFormat() throws IOException {
        Path file = directory.resolve("m.safetensors");
        SafeTensors.write(file, Map.of("a", NdArray.of(DType.BF16, Shape.of(2), 1, -2)), Map.of());
        byte[] bytes = Files.readAllBytes(file);
        String header = "{\"a\":{\"dtype\":\"BF16\",\"shape\":[2],\"data_offsets\":[0,4]}}";
        int padded = (header.length() + 7) / 8 * 8;
        assertThat(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong())
                .isEqualTo(padded);
        assertThat(new String(bytes, 8, padded, StandardCharsets.UTF_8))
                .isEqualTo(header + " ".repeat(padded - header.length()));
        assertThat(bytes).endsWith(0x80, 0x3f, 0x00, 0xc0).hasSize(8 + padded + 4);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "BASE-150; {'a': ",
                "BASE-150; {'a': {'dtype': 'F32', 'shape': [2], 'data_offsets': [0, 8],}}",
                "BASE-151; {'a': {'dtype': 'F32', 'shape': [2], 'data_offsets': [0, 8]}, 'a': {}}",
                "BASE-322; [1, 2]",
                "BASE-112; {'a': 3}",
                "BASE-111; {'a': {'dtype': 'F32', 'shape': [2]}}",
                "BASE-110; {'a': {'dtype': 'F32', 'shape': [2], 'data_offsets': [0, 8], 'more': 1}}",
                "BASE-112; {'a': {'dtype': 'F32', 'shape': 2, 'data_offsets': [0, 8]}}",
                "BASE-112; {'a': {'dtype': 'F32', 'shape': [2.5], 'data_offsets': [0, 8]}}",
                "BASE-113; {'a': {'dtype': 'F32', 'shape': [2], 'data_offsets': [0, 4, 8]}}",
                "BASE-112; {'__metadata__': {'a': 1}}",
                "BASE-305; {'a': {'dtype': 'F32', 'shape': [-2], 'data_offsets': [0, 8]}}",
                "BASE-305; {'a': {'dtype': 'F32', 'shape': [4611686018427387904, 4], 'data_offsets': [0, 8]}}",
                "BASE-323; {'a': {'dtype': 'C64', 'shape': [1], 'data_offsets': [0, 8]}}",
                "BASE-324; {'a': {'dtype': 'F32', 'shape': [3], 'data_offsets': [0, 8]}}",
                "BASE-324; {'a': {'dtype': 'F32', 'shape': [3], 'data_offsets': [0, 12]}}",
                "BASE-324; {'a': {'dtype': 'F32', 'shape': [2], 'data_offsets': [8, 0]}}",
                "BASE-324; {'a': {'dtype': 'F32', 'shape': [2], 'data_offsets': [-8, 0]}}",
                "BASE-324; {'a': {'dtype': 'F32', 'shape': [1], 'data_offsets': [0, 4]}}",
                "BASE-324; {'a': {'dtype': 'F32', 'shape': [1], 'data_offsets': [4, 8]}}",
                "BASE-324; {'a': {'dtype': 'U8', 'shape': [5], 'data_offsets': [0, 5]}, 'b': {'dtype': 'U8', 'shape': [4], 'data_offsets': [4, 8]}}",
                "BASE-324; {}",
            })
    void malformedHeaders(String expected, String header) throws IOException {
        assertThat(code(() -> SafeTensors.read(file(header.replace('\'', '"')))))
                .isEqualTo(expected);
    }

    @Test
    void malformedFiles() throws IOException {
        assertThat(code(() -> SafeTensors.read(directory.resolve("missing")))).isEqualTo("BASE-201");
        assertThat(code(() -> SafeTensors.read(directory))).isEqualTo("BASE-201");
        for (byte[] bytes : new byte[][] {
            {},
            {1, 2, 3},
            {0, 0, 0, 0, 0, 0, 0, 0},
            {9, 0, 0, 0, 0, 0, 0, 0, '{', '}'},
            {-1, -1, -1, -1, -1, -1, -1, -1, '{', '}'}
        }) {
            Path file = directory.resolve("bad");
            Files.write(file, bytes);
            assertThat(code(() -> SafeTensors.read(file))).isEqualTo("BASE-321");
        }
        Path file = directory.resolve("bad");
        Files.write(file, new byte[] {2, 0, 0, 0, 0, 0, 0, 0, (byte) 0xff, '}'});
        assertThat(code(() -> SafeTensors.read(file))).isEqualTo("BASE-322");
    }

    @Test
    void theHeaderIsQuotedWhereItIsWrong() throws IOException {
        Path file = file("{\"a\": {\"dtype\": \"F99\", \"shape\": [2], \"data_offsets\": [0, 8]}}");
        var thrown = catchThrowableOfType(DiagnosticException.class, () -> SafeTensors.read(file));
        assertThat(new DiagnosticRenderer().renderAll(thrown.diagnostics()).replace(directory.toString(), "dir"))
                .isEqualTo("""
                        error[BASE-323]: elements of type `F99` are not supported
                         --> dir/made.safetensors (header):1:17
                          |
                        1 | {"a": {"dtype": "F99", "shape": [2], "data_offsets": [0, 8]}}
                          |                 ^^^^^
                          = help: one of: BOOL, I8, I16, I32, I64, U8, U16, U32, U64, F16, BF16, F32 and 5 more
                        """);
    }

    @Test
    void noDamagedFileDoesMoreThanComplain() throws IOException {
        Path file = directory.resolve("m.safetensors");
        everyType().write(file);
        Malformed.fuzz(file, directory.resolve("f.safetensors"), 1000, SafeTensors::read);
    }

    /// A file with eight bytes of data.
    private Path file(String header) throws IOException {
        byte[] text = header.getBytes(StandardCharsets.UTF_8);
        ByteBuffer buffer = ByteBuffer.allocate(16 + text.length).order(ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(text.length).put(text);
        Path file = directory.resolve("made.safetensors");
        Files.write(file, buffer.array());
        return file;
    }
}
