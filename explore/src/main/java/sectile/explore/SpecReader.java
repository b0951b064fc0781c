package sectile.explore;

import java.util.ArrayList;
import java.util.List;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.yaml.MapReader;
import sectile.base.yaml.Yaml;
import sectile.base.yaml.YamlList;
import sectile.base.yaml.YamlMap;
import sectile.base.yaml.YamlNode;
import sectile.base.yaml.YamlScalar;

/// Reads an exploration from a file.
///
/// ```yaml
/// run: allreduce --topology flat --elements 65536 --no-data
/// vary:
///   system.sips.count: [4, 8]
///   system.links.sip_sip.bandwidth_gbs: 50..400*2
///   --algorithm: [ring, tree]
/// minimize:
///   latency_ps:
///   cost: count * bandwidth_gbs
/// where: [latency_ps < 1e9]
/// search: { samples: 20, seed: 1 }
/// ```
public final class SpecReader {
    private final Diagnostics problems = new Diagnostics();

    private SpecReader() {}

    /// What a file says.
    ///
    /// @throws DiagnosticException with everything that is wrong with it
    public static Draft read(SourceFile source) {
        SpecReader reader = new SpecReader();
        Draft draft = reader.draft(source);
        reader.problems.throwIfErrors();
        return draft;
    }

    private Draft draft(SourceFile source) {
        YamlMap map = Yaml.parseMap(source, problems).orElseGet(() -> YamlMap.empty(source.all()));
        problems.throwIfErrors();
        MapReader file = MapReader.of(map, problems);
        Draft draft = new Draft();
        file.node("run").required().ifPresent(node -> draft.words(words(node)));
        file.map("vary")
                .optional()
                .ifPresent(axes -> axes.entries().forEach(entry -> tried(() -> draft.vary(axis(entry)))));
        file.map("minimize").optional().ifPresent(these -> objectives(these, false, draft));
        file.map("maximize").optional().ifPresent(these -> objectives(these, true, draft));
        file.node("where")
                .optional()
                .ifPresent(node ->
                        scalars(node).forEach(scalar -> draft.where(new Constraint(scalar.text(), scalar.span()))));
        file.map("search").optional().ifPresent(search -> search(search, draft));
        file.finish();
        return draft;
    }

    private List<String> words(YamlNode node) {
        if (node instanceof YamlScalar scalar && !scalar.isNothing()) {
            return List.of(scalar.text().strip().split("\\s+"));
        }
        List<String> words = scalars(node).stream().map(YamlScalar::text).toList();
        if (words.isEmpty()) {
            problems.error(
                    ExploreCode.NO_WORKLOAD,
                    node.span(),
                    "`run` names no workload",
                    "write the words that follow `sectile run`");
        }
        return words;
    }

    private Axis axis(YamlMap.Entry entry) {
        List<String> values = new ArrayList<>();
        if (entry.value() instanceof YamlMap map) {
            throw new DiagnosticException(noMap(map));
        } else if (entry.value() instanceof YamlList list) {
            list.items()
                    .forEach(item -> values.add(item instanceof YamlScalar scalar ? scalar.text() : item.toString()));
        } else {
            scalars(entry.value()).forEach(scalar -> values.add(scalar.text()));
        }
        return Axes.of(entry.key(), values, entry.keySpan());
    }

    private void objectives(MapReader these, boolean maximized, Draft draft) {
        for (YamlMap.Entry entry : these.entries()) {
            String formula =
                    entry.value() instanceof YamlScalar scalar && !scalar.isNothing() ? scalar.text() : entry.key();
            draft.objective(new Objective(entry.key(), formula, maximized, entry.keySpan()));
        }
    }

    private void search(MapReader search, Draft draft) {
        search.integer("samples")
                .between(1, Integer.MAX_VALUE)
                .optional()
                .ifPresent(count -> draft.samples(count.intValue()));
        search.integer("seed").optional().ifPresent(draft::seed);
        search.integer("keep")
                .between(2, Integer.MAX_VALUE)
                .optional()
                .ifPresent(keep -> draft.keep(keep.intValue(), search.span()));
        search.map("rungs").optional().ifPresent(rungs -> {
            if (rungs.entries().size() != 1) {
                problems.error(
                        ExploreCode.BAD_RUNGS,
                        rungs.span(),
                        "`rungs` has " + rungs.entries().size() + " keys",
                        "name the one option or path that makes runs longer, with its values in order");
            } else {
                tried(() -> draft.rungs(axis(rungs.entries().getFirst())));
            }
        });
    }

    /// A scalar, or those of a list.
    private List<YamlScalar> scalars(YamlNode node) {
        return switch (node) {
            case YamlScalar scalar -> scalar.isNothing() ? List.of() : List.of(scalar);
            case YamlList list -> {
                List<YamlScalar> all = new ArrayList<>();
                list.items().forEach(item -> all.addAll(scalars(item)));
                yield all;
            }
            case YamlMap map -> {
                problems.add(noMap(map));
                yield List.of();
            }
        };
    }

    private static Diagnostic noMap(YamlMap map) {
        return Diagnostic.error(ExploreCode.MAP_FOR_A_VALUE, map.span(), "expected a value or a list, found a map");
    }

    private void tried(Runnable reading) {
        try {
            reading.run();
        } catch (DiagnosticException e) {
            e.diagnostics().forEach(problems::add);
        }
    }
}
