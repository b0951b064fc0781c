/// YAML that remembers where everything is.
///
/// [Yaml] turns a text into [YamlNode]s, each with its [sectile.base.diag.Span]; [MapReader] reads them with
/// types and reports every problem of a file at once: unknown keys (with the nearest valid one), missing
/// keys, wrong types, values out of range.
///
/// ```java
/// var problems = new Diagnostics();
/// var root = Yaml.parseMap(source, problems).orElseGet(() -> YamlMap.empty(source.all()));
/// root = Overrides.apply(root, List.of("sips.count=4"), problems); // --set sips.count=4
/// var reader = MapReader.of(root, problems);
/// MapReader sips = reader.mapOrEmpty("sips");
/// long count = sips.integer("count").between(1, 4096).or(2);
/// SipTopology topology = sips.enumValue("topology", SipTopology.class).or(SipTopology.RING_1D);
/// YamlNumber bandwidth = reader.number("bandwidth_gbs").check(n -> n.signum() > 0, "a rate above 0").required(ONE);
/// reader.finish(); // unknown keys, here and in the maps read through it
/// problems.throwIfErrors();
/// ```
///
/// A read never throws for a user's mistake: it reports and gives the default, the placeholder or an empty
/// result, and the caller stops with `throwIfErrors()` once everything is read.
///
/// The dialect is YAML 1.2 with the core schema, one document, text keys, no tags and no merge keys. Anchors
/// and aliases work; a document may not expand to more than a million nodes or nest deeper than 100 levels,
/// so no input costs more than it should.
@NullMarked
package sectile.base.yaml;

import org.jspecify.annotations.NullMarked;
