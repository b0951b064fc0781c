package sectile.sim.topology;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.base.io.TextFiles;
import sectile.base.yaml.YamlMap;
import sectile.sim.component.ComponentRegistry;

/// Where topologies come from: files in YAML, XML files of NCCL, presets, and `path=value` settings on top of either.
///
/// ```java
/// var problems = new Diagnostics();
/// Optional<Topology> machine = Topologies.open("small", List.of("system.sips.count=4"), problems);
/// problems.throwIfErrors();
/// ```
///
/// Nothing throws for a mistake in a file or setting: every one of them is reported, and the result is then empty.
public final class Topologies {
    /// What settings are called where they are shown.
    private static final String SETTING = "--set";

    private Topologies() {}

    /// The names of the machines that come with the simulator, the default one first.
    public static List<String> presetNames() {
        return Presets.names();
    }

    /// The text of a preset, to be shown or copied.
    ///
    /// @throws IllegalArgumentException if there is none of that name
    public static SourceFile presetSource(String name) {
        return Presets.source(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "no preset is named " + name + ": " + Nearest.hint(name, Presets.names())));
    }

    /// A machine that comes with the simulator.
    ///
    /// @throws IllegalArgumentException if there is none of that name
    public static Topology preset(String name) {
        return preset(name, List.of());
    }

    /// A machine that comes with the simulator, with some settings: for code that knows what it sets.
    ///
    /// @throws IllegalArgumentException if there is none of that name
    /// @throws sectile.base.diag.DiagnosticException if the settings are wrong
    public static Topology preset(String name, List<String> settings) {
        var problems = new Diagnostics();
        Optional<Topology> topology = load(name, presetSource(name), settings, ComponentRegistry.load(), problems);
        problems.throwIfErrors();
        return topology.orElseThrow();
    }

    /// A preset if there is one of that name, else a file: what a user gives as `--topology`.
    public static Optional<Topology> open(String presetOrFile, List<String> settings, Diagnostics problems) {
        if (Presets.names().contains(presetOrFile)) {
            return load(presetOrFile, presetSource(presetOrFile), settings, ComponentRegistry.load(), problems);
        }
        try {
            return load(Path.of(presetOrFile), settings, problems);
        } catch (InvalidPathException e) {
            return unreadable(e.getMessage() + " in the file name", "", problems);
        }
    }

    /// A machine as one document: the preset it extends, the file and the settings together, complete in itself.
    ///
    /// @return empty if there is something wrong, which was reported
    public static Optional<YamlMap> document(String presetOrFile, List<String> settings, Diagnostics problems) {
        return open(presetOrFile, settings, problems).flatMap(machine -> {
            SourceFile source = Presets.source(presetOrFile)
                    .or(() -> TextFiles.read(Path.of(presetOrFile), problems)
                            .flatMap(file -> NcclMachine.asYaml(file, new Diagnostics())))
                    .orElseThrow();
            return new Layers(new Diagnostics()).document(source, settings);
        });
    }

    public static Optional<Topology> load(Path file, List<String> settings, Diagnostics problems) {
        String text;
        try {
            text = Files.readString(file);
        } catch (NoSuchFileException e) {
            String hint = Nearest.hint(file.toString(), Presets.names());
            return unreadable("there is no file and no preset named `" + file + "`", hint, problems);
        } catch (CharacterCodingException e) {
            return unreadable("`" + file + "` is not a text in UTF-8", "", problems);
        } catch (IOException e) {
            return unreadable("cannot read `" + file + "`: " + e.getMessage(), "", problems);
        }
        return load(new SourceFile(file.toString(), text), settings, problems);
    }

    private static Optional<Topology> unreadable(String message, String hint, Diagnostics problems) {
        TopologyCode.UNREADABLE_FILE.report(problems, Span.none(), message, hint);
        return Optional.empty();
    }

    public static Optional<Topology> load(SourceFile source, List<String> settings, Diagnostics problems) {
        return load(source.name(), source, settings, ComponentRegistry.load(), problems);
    }

    /// A machine made of these component implementations only.
    public static Optional<Topology> load(
            SourceFile source, List<String> settings, ComponentRegistry registry, Diagnostics problems) {
        return load(source.name(), source, settings, registry, problems);
    }

    private static Optional<Topology> load(
            String name, SourceFile source, List<String> settings, ComponentRegistry registry, Diagnostics problems) {
        Diagnostics found = new Diagnostics();
        Optional<Topology> topology = read(name, source, settings, registry, found);
        Optional<String> culprit = found.hasErrors() ? culprit(name, source, settings, registry) : Optional.empty();
        for (Diagnostic problem : found.all()) {
            problems.add(culprit.map(setting -> blamed(problem, setting)).orElse(problem));
        }
        return topology;
    }

    private static Optional<Topology> read(
            String name, SourceFile source, List<String> settings, ComponentRegistry registry, Diagnostics problems) {
        return NcclMachine.asYaml(source, problems)
                .flatMap(yaml -> new Layers(problems).document(yaml, settings))
                .map(document -> new KeyCheck(problems).withoutUnknown(document))
                .flatMap(document -> new TopologyReader(registry, problems).read(name, document))
                .filter(topology -> !problems.hasErrors());
    }

    /// The setting that made a machine wrong: with those before it alone there is nothing wrong.
    private static Optional<String> culprit(
            String name, SourceFile source, List<String> settings, ComponentRegistry registry) {
        for (int i = settings.size() - 1; i >= 0; i--) {
            Diagnostics before = new Diagnostics();
            read(name, source, settings.subList(0, i), registry, before);
            if (!before.hasErrors()) {
                return Optional.of(settings.get(i));
            }
        }
        return Optional.empty();
    }

    /// A problem of a file that is right without a setting is one of the setting.
    private static Diagnostic blamed(Diagnostic problem, String setting) {
        Span span = problem.span();
        if (span.isNone() || span.source().name().equals(SETTING)) {
            return problem;
        }
        Span given = new Span(new SourceFile(SETTING, setting), 0, setting.length());
        return problem.at(given).note(span, "the file is valid without this setting");
    }
}
