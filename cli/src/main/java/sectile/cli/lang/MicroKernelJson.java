package sectile.cli.lang;

import java.util.List;
import sectile.base.json.JsonWriter;
import sectile.runtime.device.MicroKernelUse;

/// What became of requests for hand-written kernels, as JSON.
final class MicroKernelJson {
    private MicroKernelJson() {}

    static void write(JsonWriter json, List<MicroKernelUse> uses) {
        json.name("micro_kernels").beginArray();
        for (MicroKernelUse use : uses) {
            json.beginObject()
                    .member("at", use.at().toString())
                    .member("op", use.what())
                    .member("request", use.request());
            use.kernel().ifPresent(kernel -> json.member("kernel", kernel));
            if (use.kernel().isEmpty()) {
                json.member("reason", use.reason());
            }
            json.endObject();
        }
        json.endArray();
    }
}
