package sectile.base.io;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import sectile.base.array.NdArray;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.base.limit.Limits;

/// NumPy's `.npz` files: named arrays in a zip archive, plain or compressed. Equal arrays give equal bytes.
public final class Npz {
    private static final String SUFFIX = ".npy";
    /// No deflated byte represents more than 1032 bytes; a claim beyond that is a lie.
    private static final long MAX_RATIO = 1032;
    /// The earliest time a zip archive knows.
    private static final LocalDateTime EPOCH = LocalDateTime.of(1980, 1, 1, 0, 0);

    private Npz() {}

    /// The arrays of a file in the order they are there.
    public static Map<String, NdArray> read(Path file) {
        return read(file, Limits.none());
    }

    /// The same within limits: the arrays are sized before any is expanded.
    public static Map<String, NdArray> read(Path file, Limits limits) {
        if (!Files.isRegularFile(file)) {
            String reason = Files.exists(file) ? "it is not a regular file" : "it does not exist";
            throw new DiagnosticException(Problem.unreadable(file, new IOException(reason)));
        }
        try (ZipFile zip = new ZipFile(file.toFile())) {
            Map<String, NdArray> arrays = new LinkedHashMap<>();
            List<? extends ZipEntry> entries = Collections.list(zip.entries());
            limits.require(size(entries), "what `" + file + "` holds", Span.none());
            for (ZipEntry entry : entries) {
                String name = arrayName(file, entry);
                if (arrays.put(name, read(file, zip, entry)) != null) {
                    throw Problem.of(FileCode.NPZ_ENTRY, file.toString(), "two arrays are named `" + name + "`");
                }
            }
            return Collections.unmodifiableMap(arrays);
        } catch (ZipException malformed) {
            throw Problem.of(FileCode.NOT_NPZ, file.toString(), "this .npz file is damaged: " + malformed.getMessage());
        } catch (IOException failure) {
            throw new DiagnosticException(Problem.unreadable(file, failure));
        }
    }

    /// Writes arrays without compression, as `numpy.savez` does.
    public static void write(Path file, Map<String, NdArray> arrays) {
        AtomicFiles.write(file, out -> write(out, arrays, false));
    }

    /// Writes arrays with compression, as `numpy.savez_compressed` does.
    public static void writeCompressed(Path file, Map<String, NdArray> arrays) {
        AtomicFiles.write(file, out -> write(out, arrays, true));
    }

    /// What the entries take when they are expanded; an array that takes more than its entry says is refused later.
    private static long size(List<? extends ZipEntry> entries) {
        double bytes = 0;
        for (ZipEntry entry : entries) {
            bytes += Math.max(0, entry.getSize());
        }
        return (long) bytes;
    }

    private static String arrayName(Path file, ZipEntry entry) {
        String name = entry.getName();
        if (entry.isDirectory() || !name.endsWith(SUFFIX)) {
            throw Problem.of(
                    FileCode.NPZ_ENTRY,
                    file.toString(),
                    "the entry `" + name + "` is not an array",
                    "every entry of an .npz file is named like `weights.npy`");
        }
        return name.substring(0, name.length() - SUFFIX.length());
    }

    private static NdArray read(Path file, ZipFile zip, ZipEntry entry) throws IOException {
        long stored = Math.min(entry.getCompressedSize(), Files.size(file));
        long possible = entry.getMethod() == ZipEntry.STORED ? stored : Math.multiplyExact(stored + 1, MAX_RATIO);
        long limit = Math.min(possible, Math.max(0, entry.getSize()));
        String name = file + "/" + entry.getName();
        // The archive's own checksum: ZipFile does not look at it.
        try (var in = new CheckedInputStream(new BufferedInputStream(zip.getInputStream(entry)), new CRC32())) {
            NdArray array = Npy.read(in, name, limit);
            if (in.read() >= 0) {
                throw Problem.of(FileCode.NPZ_ENTRY, name, "there is more data than the array needs");
            }
            if (in.getChecksum().getValue() != entry.getCrc()) {
                throw Problem.of(FileCode.NOT_NPZ, name, "the data is damaged: its checksum is wrong");
            }
            return array;
        }
    }

    private static void write(OutputStream out, Map<String, NdArray> arrays, boolean compressed) throws IOException {
        var zip = new ZipOutputStream(out);
        zip.setLevel(compressed ? Deflater.DEFAULT_COMPRESSION : Deflater.NO_COMPRESSION);
        for (Map.Entry<String, NdArray> array : arrays.entrySet()) {
            var entry = new ZipEntry(array.getKey() + SUFFIX);
            entry.setTimeLocal(EPOCH);
            if (!compressed) {
                describeStored(entry, array.getValue());
            }
            zip.putNextEntry(entry);
            Npy.write(zip, array.getValue());
            zip.closeEntry();
        }
        zip.finish();
    }

    /// A stored entry needs size and checksum ahead of its data.
    private static void describeStored(ZipEntry entry, NdArray array) throws IOException {
        var checksum = new CRC32();
        var counter = new CountingStream();
        Npy.write(new CheckedOutputStream(counter, checksum), array);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(counter.count);
        entry.setCompressedSize(counter.count);
        entry.setCrc(checksum.getValue());
    }

    private static final class CountingStream extends OutputStream {
        private long count;

        @Override
        public void write(int octet) {
            count++;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            count += length;
        }
    }
}
