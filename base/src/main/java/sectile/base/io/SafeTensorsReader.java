package sectile.base.io;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.base.json.Json;
import sectile.base.yaml.MapReader;
import sectile.base.yaml.YamlMap;
import sectile.base.yaml.YamlNode;
import sectile.base.yaml.YamlType;

/// Reads `.safetensors`. Everything the header says is checked before the first tensor is read: the tensors
/// must cover the data without gap or overlap, as the format demands.
final class SafeTensorsReader {
    static final String METADATA = "__metadata__";
    private static final int LENGTH_BYTES = 8;
    /// The limit of the format's own library.
    private static final int MAX_HEADER = 100_000_000;

    private record Place(String name, DType dtype, Shape shape, long start, long end, Span span) {}

    private final String file;
    private final long dataBytes;
    private final Diagnostics problems = new Diagnostics();

    private SafeTensorsReader(String file, long dataBytes) {
        this.file = file;
        this.dataBytes = dataBytes;
    }

    static SafeTensors read(Path path) {
        String file = path.toString();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(path))) {
            byte[] length = in.readNBytes(LENGTH_BYTES);
            long rest = Files.size(path) - LENGTH_BYTES;
            long headerBytes = length.length < LENGTH_BYTES
                    ? -1
                    : ByteBuffer.wrap(length).order(ByteOrder.LITTLE_ENDIAN).getLong();
            if (headerBytes < 2 || headerBytes > Math.min(rest, MAX_HEADER)) {
                throw Problem.of(
                        FileCode.NOT_SAFETENSORS,
                        file,
                        "this is not a .safetensors file: a header of " + headerBytes + " bytes is impossible");
            }
            byte[] header = in.readNBytes((int) headerBytes);
            return new SafeTensorsReader(file, rest - headerBytes).read(header, in);
        } catch (IOException failure) {
            throw new DiagnosticException(Problem.unreadable(path, failure));
        }
    }

    private SafeTensors read(byte[] header, InputStream in) throws IOException {
        var source = new SourceFile(file + " (header)", text(header));
        Optional<YamlNode> root = Json.parse(source, problems);
        problems.throwIfErrors();
        if (!(root.orElseThrow() instanceof YamlMap map)) {
            throw Problem.of(FileCode.SAFETENSORS_HEADER, file, "the header is not a JSON object");
        }
        var reader = MapReader.of(map, problems);
        Map<String, String> metadata = new LinkedHashMap<>();
        List<Place> places = new ArrayList<>();
        for (Map.Entry<String, MapReader> entry : reader.namedMaps().entrySet()) {
            if (entry.getKey().equals(METADATA)) {
                for (YamlMap.Entry line : entry.getValue().entries()) {
                    entry.getValue().string(line.key()).required().ifPresent(text -> metadata.put(line.key(), text));
                }
            } else {
                place(entry.getKey(), entry.getValue()).ifPresent(places::add);
            }
        }
        reader.finish();
        problems.throwIfErrors();
        checkCover(places, source);
        problems.throwIfErrors();
        return new SafeTensors(tensors(places, in), metadata);
    }

    private String text(byte[] header) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(header))
                    .toString();
        } catch (CharacterCodingException malformed) {
            throw Problem.of(FileCode.SAFETENSORS_HEADER, file, "the header is not UTF-8");
        }
    }

    private Optional<Place> place(String name, MapReader tensor) {
        Optional<DType> dtype = tensor.string("dtype").required().flatMap(text -> dtype(text, tensor));
        Optional<List<Long>> dims = tensor.list("shape", YamlType.integer()).required();
        Optional<List<Long>> offsets = tensor.list("data_offsets", YamlType.integer())
                .check(list -> list.size() == 2, "a first and a last byte")
                .required();
        if (dtype.isEmpty() || dims.isEmpty() || offsets.isEmpty()) {
            return Optional.empty();
        }
        long start = offsets.get().getFirst();
        long end = offsets.get().getLast();
        try {
            Shape shape = Shape.of(dims.get());
            long bytes = dtype.get().bytesFor(shape.elements());
            if (start < 0 || end < start || end > dataBytes || end - start != bytes) {
                problems.error(
                        FileCode.SAFETENSORS_OFFSETS,
                        tensor.span(),
                        "`" + name + "` takes " + bytes + " bytes, but its place is " + start + " to " + end + " of "
                                + dataBytes);
                return Optional.empty();
            }
            return Optional.of(new Place(name, dtype.get(), shape, start, end, tensor.span()));
        } catch (IllegalArgumentException | ArithmeticException impossible) {
            problems.error(
                    FileCode.SHAPE, tensor.span(), "impossible shape " + dims.get() + ": " + impossible.getMessage());
            return Optional.empty();
        }
    }

    private Optional<DType> dtype(String name, MapReader tensor) {
        Optional<DType> dtype = Optional.ofNullable(SafeTensorsTypes.BY_NAME.get(name));
        if (dtype.isEmpty()) {
            problems.error(
                    FileCode.SAFETENSORS_TYPE,
                    tensor.map().value("dtype").orElseThrow().span(),
                    "elements of type `" + name + "` are not supported",
                    Nearest.listing(SafeTensorsTypes.BY_NAME.keySet()));
        }
        return dtype;
    }

    private void checkCover(List<Place> places, SourceFile source) {
        places.sort(Comparator.comparingLong(Place::start).thenComparingLong(Place::end));
        long covered = 0;
        for (Place place : places) {
            if (place.start() != covered) {
                problems.error(
                        FileCode.SAFETENSORS_OFFSETS,
                        place.span(),
                        "`" + place.name() + "` begins at byte " + place.start() + ", the tensor before it ends at "
                                + covered);
            }
            covered = Math.max(covered, place.end());
        }
        if (covered != dataBytes) {
            problems.error(
                    FileCode.SAFETENSORS_OFFSETS,
                    source.all(),
                    "the tensors end at byte " + covered + ", the data at " + dataBytes);
        }
    }

    private Map<String, NdArray> tensors(List<Place> places, InputStream in) throws IOException {
        Map<String, NdArray> inFileOrder = new LinkedHashMap<>();
        for (Place place : places) {
            inFileOrder.put(
                    place.name(), ElementStream.read(in, place.dtype(), place.shape(), ByteOrder.LITTLE_ENDIAN));
        }
        Map<String, NdArray> inHeaderOrder = new LinkedHashMap<>();
        places.stream()
                .sorted(Comparator.comparingInt(place -> place.span().start()))
                .forEach(place ->
                        inHeaderOrder.put(place.name(), Objects.requireNonNull(inFileOrder.get(place.name()))));
        return inHeaderOrder;
    }
}
