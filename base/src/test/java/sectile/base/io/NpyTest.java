package sectile.base.io;

import static org.assertj.core.api.Assertions.assertThat;
import static sectile.base.io.Malformed.code;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;

/// The files in the resource directory were made by NumPy, with the script beside them.
class NpyTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bool",
                "int8",
                "int16",
                "int32",
                "int64",
                "uint8",
                "uint16",
                "uint32",
                "uint64",
                "float16",
                "float32",
                "float64",
                "int16_big",
                "int32_big",
                "int64_big",
                "uint16_big",
                "uint32_big",
                "uint64_big",
                "float16_big",
                "float32_big",
                "float64_big"
            })
    void readsWhatNumPyWrote(String name) {
        NdArray array = Npy.read(Malformed.resource(name + ".npy"));
        DType dtype = DType.parse(name.replace("_big", "")).orElseThrow();
        assertThat(array).isEqualTo(NdArray.of(dtype, Shape.of(2, 3), 0, 1, 2, 100, 101, 117));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bool",
                "int8",
                "int32",
                "uint64",
                "float16",
                "float64",
                "version1",
                "bfloat16",
                "empty",
                "scalar"
            })
    void writesTheBytesNumPyWrote(String name) throws IOException {
        Path original = Malformed.resource(name + ".npy");
        Path copy = directory.resolve("copy.npy");
        Npy.write(copy, Npy.read(original));
        // NumPy marks plain bytes with `|V2` where ml_dtypes, and we, write `<V2`.
        String expected =
                Files.readString(original, StandardCharsets.ISO_8859_1).replace("|V2", "<V2");
        assertThat(Files.readString(copy, StandardCharsets.ISO_8859_1)).isEqualTo(expected);
    }

    @Test
    void everyVersionHasTheSameArray() {
        NdArray expected = NdArray.of(new float[] {0, 1, 2, 3, 4});
        for (int version = 1; version <= 3; version++) {
            assertThat(Npy.read(Malformed.resource("version" + version + ".npy")))
                    .isEqualTo(expected);
        }
    }

    @Test
    void fortranOrderIsATransposedView() {
        NdArray array = Npy.read(Malformed.resource("fortran.npy"));
        assertThat(array.shape()).isEqualTo(Shape.of(2, 3, 4));
        assertThat(array.strides()).containsExactly(1, 2, 6);
        for (long i = 0; i < 24; i++) {
            assertThat(array.getLongAt(i)).isEqualTo(i);
        }
        Path copy = directory.resolve("c.npy");
        Npy.write(copy, array);
        assertThat(Npy.read(copy)).isEqualTo(array);
    }

    @ParameterizedTest
    @EnumSource
    void everyTypeRoundTripsOrIsWidenedAsDocumented(DType dtype) {
        NdArray array = NdArray.zeros(dtype, Shape.of(3, 1, 5));
        for (long i = 0; i < 15; i++) {
            array.setDoubleAt(i, Math.scalb(1.0, (int) (i % 3)));
        }
        Path file = directory.resolve("a.npy");
        Npy.write(file, array);
        DType stored = switch (dtype) {
            case I4 -> DType.I8;
            case U4 -> DType.U8;
            case F4E2M1 -> DType.F16;
            default -> dtype;
        };
        boolean nameless = dtype == DType.F8E8M0 || dtype == DType.F8E5M2;
        NdArray back = nameless ? Npy.read(file, dtype) : Npy.read(file);
        assertThat(back).isEqualTo(array.cast(stored));
    }

    @Test
    void oneByteFloatsAreFp8e5m2() throws IOException {
        Path file = file(1, "{'descr': '<f1', 'fortran_order': False, 'shape': (2,)}", 2);
        assertThat(Npy.read(file)).isEqualTo(NdArray.zeros(DType.F8E5M2, Shape.of(2)));
    }

    @Test
    void aTypeToldMustBeAsWide() {
        assertThat(Npy.read(Malformed.resource("bfloat16.npy"), DType.U16).toLongs())
                .containsExactly(0x3f80, 0xc000);
        assertThat(Npy.read(Malformed.resource("bfloat16.npy")).toDoubles()).containsExactly(1, -2);
        assertThat(code(() -> Npy.read(Malformed.resource("bfloat16.npy"), DType.F32)))
                .isEqualTo("BASE-304");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "BASE-303; {'descr': '<f4', 'fortran_order': False}",
                "BASE-303; {'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'more': 1}",
                "BASE-303; {'descr': '<f4', 'fortran_order': Maybe, 'shape': (2,)}",
                "BASE-303; {'descr': '<f4', 'fortran_order': False, 'shape': (-2,)}",
                "BASE-303; {'descr': '<f4', 'fortran_order': False, 'shape': (2,)} x",
                "BASE-303; {'descr': '<f4, 'fortran_order': False, 'shape': (2,)}",
                "BASE-303; {'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,)}",
                "BASE-303; {'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}",
                "BASE-303; {'descr': '<f4' 'fortran_order': False, 'shape': (2,)}",
                "BASE-303; {",
                "BASE-303; import os",
                "BASE-304; {'descr': '<c8', 'fortran_order': False, 'shape': (2,)}",
                "BASE-304; {'descr': '|O', 'fortran_order': False, 'shape': (2,)}",
                "BASE-304; {'descr': '?f4', 'fortran_order': False, 'shape': (2,)}",
                "BASE-304; {'descr': '<f16', 'fortran_order': False, 'shape': (2,)}",
                "BASE-305; {'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904, 4)}",
                "BASE-305; {'descr': '<f4', 'fortran_order': True, 'shape': (4611686018427387904,)}",
                "BASE-306; {'descr': '<f4', 'fortran_order': False, 'shape': (1000000000000,)}",
                "BASE-306; {'descr': '<f4', 'fortran_order': False, 'shape': (3,)}",
            })
    void malformedHeaders(String expected, String header) throws IOException {
        assertThat(code(() -> Npy.read(file(1, header, 8)))).isEqualTo(expected);
    }

    @Test
    void malformedFiles() throws IOException {
        assertThat(code(() -> Npy.read(directory.resolve("missing.npy")))).isEqualTo("BASE-201");
        assertThat(code(() -> Npy.read(directory))).isEqualTo("BASE-201");
        assertThat(code(() -> Npy.read(Malformed.resource("complex.npy")))).isEqualTo("BASE-304");
        assertThat(code(() -> Npy.read(Malformed.resource("record.npy")))).isEqualTo("BASE-303");
        assertThat(code(() -> Npy.read(bytes(new byte[0])))).isEqualTo("BASE-301");
        assertThat(code(() -> Npy.read(Malformed.resource("stored.npz")))).isEqualTo("BASE-301");
        assertThat(code(() -> Npy.read(file(4, "{}", 0)))).isEqualTo("BASE-302");
        byte[] huge = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 2, 0, 0, 0, 0, (byte) 0xff};
        assertThat(code(() -> Npy.read(bytes(huge)))).isEqualTo("BASE-303");
        byte[] cut = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 50, 0, '{'};
        assertThat(code(() -> Npy.read(bytes(cut)))).isEqualTo("BASE-306");
    }

    @Test
    void oldHeadersOfPython2AreRead() throws IOException {
        Path file = file(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (1L, 2L)}", 8);
        assertThat(Npy.read(file)).isEqualTo(NdArray.zeros(DType.F32, Shape.of(1, 2)));
    }

    @Test
    void noDamagedFileDoesMoreThanComplain() throws IOException {
        Malformed.fuzz(Malformed.resource("float32.npy"), directory.resolve("f.npy"), 1500, Npy::read);
    }

    private Path file(int version, String header, int dataBytes) throws IOException {
        var out = new ByteArrayOutputStream();
        byte[] text = header.getBytes(StandardCharsets.ISO_8859_1);
        out.write(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', (byte) version, 0});
        out.write(new byte[] {(byte) text.length, (byte) (text.length >> 8)});
        out.write(text);
        byte[] data = new byte[dataBytes];
        out.write(data);
        return bytes(out.toByteArray());
    }

    private Path bytes(byte[] content) throws IOException {
        Path file = directory.resolve("made.npy");
        Files.write(file, content);
        return file;
    }
}
