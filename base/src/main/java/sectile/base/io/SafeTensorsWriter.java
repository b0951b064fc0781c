package sectile.base.io;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import sectile.base.array.NdArray;
import sectile.base.json.JsonWriter;

/// Writes `.safetensors`: eight bytes of header length, a JSON header, the data.
final class SafeTensorsWriter {
    private static final int ALIGNMENT = 8;

    private SafeTensorsWriter() {}

    static void write(Path file, SafeTensors content) {
        Map<String, NdArray> tensors = new LinkedHashMap<>();
        content.tensors().forEach((name, tensor) -> tensors.put(name, SafeTensorsTypes.storable(tensor)));
        // Wide elements first, so that every tensor is aligned to its elements.
        List<String> order = new ArrayList<>(tensors.keySet());
        order.sort(Comparator.comparingInt(name -> -bits(tensors, name)));
        Map<String, Long> starts = new LinkedHashMap<>();
        long end = 0;
        for (String name : order) {
            starts.put(name, end);
            end += bytes(tensors, name);
        }
        byte[] header = header(content, tensors, starts);
        AtomicFiles.write(file, out -> {
            out.write(ByteBuffer.allocate(ALIGNMENT)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(header.length)
                    .array());
            out.write(header);
            for (String name : order) {
                ElementStream.write(out, tensor(tensors, name));
            }
        });
    }

    private static byte[] header(SafeTensors content, Map<String, NdArray> tensors, Map<String, Long> starts) {
        var text = new StringBuilder();
        try (var json = JsonWriter.compact(text)) {
            json.beginObject();
            if (!content.metadata().isEmpty()) {
                json.name(SafeTensorsReader.METADATA).beginObject();
                content.metadata().forEach(json::member);
                json.endObject();
            }
            tensors.forEach((name, tensor) -> {
                long start = starts.getOrDefault(name, 0L);
                json.name(name).beginObject().member("dtype", SafeTensorsTypes.name(tensor.dtype()));
                json.name("shape").beginArray();
                tensor.shape().toList().forEach(json::value);
                json.endArray().name("data_offsets").beginArray();
                json.value(start).value(start + bytes(tensors, name));
                json.endArray().endObject();
            });
            json.endObject();
        }
        int length = text.toString().getBytes(StandardCharsets.UTF_8).length;
        text.repeat(' ', (ALIGNMENT - length % ALIGNMENT) % ALIGNMENT);
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static int bits(Map<String, NdArray> tensors, String name) {
        return tensor(tensors, name).dtype().bits();
    }

    private static long bytes(Map<String, NdArray> tensors, String name) {
        NdArray tensor = tensor(tensors, name);
        return tensor.dtype().bytesFor(tensor.elements());
    }

    private static NdArray tensor(Map<String, NdArray> tensors, String name) {
        return Objects.requireNonNull(tensors.get(name), name);
    }
}
