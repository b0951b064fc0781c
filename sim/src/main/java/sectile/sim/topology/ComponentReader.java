package sectile.sim.topology;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.base.yaml.Field;
import sectile.base.yaml.MapReader;
import sectile.base.yaml.YamlMap;
import sectile.sim.component.AttributeException;
import sectile.sim.component.Attributes;
import sectile.sim.component.ComponentKind;
import sectile.sim.component.ComponentModel;
import sectile.sim.component.ComponentProvider;
import sectile.sim.component.ComponentRegistry;

/// Reads the `components` of each section and makes their models.
final class ComponentReader {
    private final ComponentRegistry registry;
    private final Diagnostics problems;
    private final Map<ComponentKind, ComponentSpec> found = new EnumMap<>(ComponentKind.class);

    private final Map<ComponentKind, Span> spans = new EnumMap<>(ComponentKind.class);

    ComponentReader(ComponentRegistry registry, Diagnostics problems) {
        this.registry = registry;
        this.problems = problems;
    }

    /// What was read so far, without the components that have problems.
    Map<ComponentKind, ComponentSpec> found() {
        return found;
    }

    /// Where the attributes of a component are.
    Span span(ComponentKind kind) {
        return spans.getOrDefault(kind, Span.none());
    }

    void read(ComponentKind.Level level, MapReader section) {
        Optional<MapReader> components = section.map("components").required();
        if (components.isEmpty()) {
            return;
        }
        for (ComponentKind kind : ComponentKind.of(level)) {
            Field<MapReader> field = components.get().map(kind.text());
            if (field.isWritten()) {
                field.optional().ifPresent(reader -> component(kind, reader));
            } else {
                String message = "the component `" + components.get().path() + "." + kind.text() + "` is missing";
                String hint = "add `" + kind.text() + ": { impl: builtin." + kind.text() + ", attrs: { … } }`";
                TopologyCode.MISSING_COMPONENT.report(problems, field.span(), message, hint);
            }
        }
    }

    private void component(ComponentKind kind, MapReader reader) {
        Field<String> written = reader.string("kind");
        written.optional().filter(text -> !text.equals(kind.text())).ifPresent(text -> {
            String message = "`" + reader.path() + "` cannot be of kind `" + text + "`";
            String hint = "write `kind: " + kind.text() + "` or leave it out";
            TopologyCode.KIND_MISMATCH.report(problems, written.span(), message, hint);
        });
        Field<String> impl = reader.string("impl");
        Field<MapReader> attrs = reader.map("attrs");
        // The implementation decides which keys are right, not the reader.
        attrs.optional().ifPresent(MapReader::entries);
        Span missingAt = reader.map().entry("attrs").map(YamlMap.Entry::keySpan).orElse(impl.span());
        Optional<String> name = impl.required();
        if (name.isEmpty() || (attrs.isWritten() && attrs.optional().isEmpty())) {
            return;
        }
        YamlMap values = attrs.optional().map(MapReader::map).orElse(YamlMap.empty(missingAt));
        provider(kind, name.get(), impl.span()).ifPresent(provider -> make(kind, provider, values, missingAt));
    }

    private Optional<ComponentProvider> provider(ComponentKind kind, String name, Span span) {
        Optional<ComponentProvider> provider = registry.find(name);
        if (provider.isEmpty()) {
            String message = "no component implementation is named `" + name + "`";
            String hint = Nearest.hint(name, registry.namesFor(kind));
            TopologyCode.UNKNOWN_IMPL.report(problems, span, message, hint);
        } else if (!provider.get().kinds().contains(kind)) {
            String message = "`" + name + "` is not an implementation of `" + kind.text() + "`";
            String hint = "one of: " + String.join(", ", registry.namesFor(kind));
            TopologyCode.IMPL_OF_OTHER_KIND.report(problems, span, message, hint);
            return Optional.empty();
        }
        return provider;
    }

    private void make(ComponentKind kind, ComponentProvider provider, YamlMap values, Span missingAt) {
        int errors = problems.errorCount();
        Attributes attributes =
                new AttributeReader(provider.name(), problems).read(provider.schema(), values, missingAt);
        if (problems.errorCount() > errors) {
            return;
        }
        try {
            ComponentModel model = provider.create(kind, attributes);
            if (!kind.model().isInstance(model) || model.overheadPs() < 0) {
                String message = "`" + provider.name() + "` did not create a "
                        + kind.model().getSimpleName() + " with an overhead of 0 or more";
                TopologyCode.IMPL_FAILED.report(problems, missingAt, message, "");
                return;
            }
            spans.put(kind, missingAt);
            found.put(kind, new ComponentSpec(kind, provider.name(), attributes, model));
        } catch (AttributeException e) {
            Span span = values.entry(e.attribute()).map(YamlMap.Entry::keySpan).orElse(missingAt);
            TopologyCode.ATTRIBUTES_REFUSED.report(problems, span, e.message(), e.hint());
        } catch (RuntimeException e) {
            // A user's class is outside our control: its failure is about that line of the file, not about us.
            TopologyCode.IMPL_FAILED.report(problems, missingAt, "`" + provider.name() + "` failed: " + e, "");
        }
    }
}
