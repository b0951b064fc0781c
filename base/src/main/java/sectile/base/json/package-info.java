/// JSON out and in.
///
/// [JsonWriter] streams a document to an `Appendable`, member by member; the same calls give the same bytes.
/// [Json] reads a document, strictly, into the nodes of `sectile.base.yaml`, so that a
/// [sectile.base.yaml.MapReader] reads and checks it with positions.
///
/// ```java
/// try (var json = JsonWriter.pretty(out)) {
///     json.beginObject().member("ok", true).member("latency_ps", 1234L);
///     json.name("rows").beginArray().value(1).value(2.5).endArray();
///     json.endObject();
/// }
/// ```
@NullMarked
package sectile.base.json;

import org.jspecify.annotations.NullMarked;
