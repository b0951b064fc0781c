package sectile.base.io;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import sectile.base.array.NdArray;

/// Named tensors and free text about them, as a `.safetensors` file holds them.
public record SafeTensors(Map<String, NdArray> tensors, Map<String, String> metadata) {
    public SafeTensors {
        tensors = Collections.unmodifiableMap(new LinkedHashMap<>(tensors));
        metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    }

    /// The content of a file, in the order of its header.
    public static SafeTensors read(Path file) {
        return SafeTensorsReader.read(file);
    }

    /// Writes tensors; equal content gives equal bytes.
    public static void write(Path file, Map<String, NdArray> tensors, Map<String, String> metadata) {
        new SafeTensors(tensors, metadata).write(file);
    }

    public void write(Path file) {
        SafeTensorsWriter.write(file, this);
    }
}
