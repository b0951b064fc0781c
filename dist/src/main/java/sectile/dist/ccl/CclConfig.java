package sectile.dist.ccl;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.function.Function;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;

/// A ccl.yaml: the algorithms there are, and the one each collective uses.
///
/// @param chosen by collective, the name of an algorithm or `auto`
/// @param worldSize the number of ranks, if it is not that of the SIPs
/// @param tuning what `auto` knows
public record CclConfig(
        Map<Collective, String> chosen,
        OptionalInt worldSize,
        SequencedMap<String, AlgorithmSettings> algorithms,
        List<TuningRow> tuning) {
    /// The name that means "the best one by the tuning table".
    public static final String AUTO = "auto";

    /// Marks a kernel that an entry names as a module, such as `package.algorithms.ring`.
    public static final String MODULE = "module:";

    public CclConfig {
        chosen = Collections.unmodifiableMap(new EnumMap<>(chosen));
        algorithms = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(algorithms));
        tuning = List.copyOf(tuning);
    }

    /// The configuration that comes with the runtime.
    public static CclConfig builtin() {
        return read(builtinSource());
    }

    /// A user's files on top of the built-in one, later ones on top of earlier ones. All problems are reported at once.
    ///
    /// @throws sectile.base.diag.DiagnosticException if there are any
    public static CclConfig load(SourceFile... files) {
        List<SourceFile> all = new ArrayList<>(List.of(builtinSource()));
        all.addAll(List.of(files));
        return read(all.toArray(SourceFile[]::new));
    }

    private static CclConfig read(SourceFile... files) {
        Diagnostics problems = new Diagnostics();
        CclConfig config = new CclReader(problems).read(files);
        problems.throwIfErrors();
        return config;
    }

    /// The text of the built-in file, to be shown or copied.
    public static SourceFile builtinSource() {
        try (InputStream stream = CclConfig.class.getResourceAsStream("ccl.yaml")) {
            if (stream == null) {
                throw new IllegalStateException("ccl.yaml is not packed with its classes");
            }
            return new SourceFile("builtin:ccl.yaml", new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the built-in ccl.yaml", e);
        }
    }

    /// The number of ranks that the algorithm for a collective asks for, else the defaults; none if neither does.
    public OptionalInt ranks(Collective collective) {
        String name = chosen.getOrDefault(collective, AUTO);
        OptionalInt own =
                name.equals(AUTO) ? OptionalInt.empty() : algorithm(name).worldSize();
        return own.isPresent() ? own : worldSize;
    }

    /// The same with a kernel for every entry that names a module: what `files` knows, else a built-in kernel or
    /// the kernel of a built-in entry that has the last part of the module's name, also without `_allreduce`.
    ///
    /// @param files the kernel that a module is, if it is a file; `kernels` are the names of built-in ones
    /// @throws sectile.base.diag.DiagnosticException if a module is neither
    public CclConfig resolved(Function<AlgorithmSettings, Optional<String>> files, Collection<String> kernels) {
        CclConfig config = this;
        for (AlgorithmSettings settings : algorithms.values()) {
            if (settings.kernel().startsWith(MODULE)) {
                String module = settings.kernel().substring(MODULE.length());
                String kernel = files.apply(settings)
                        .or(() -> builtinKernel(module, kernels))
                        .orElseThrow(() -> CclErrors.unknownModule(settings, module, kernels));
                config = config.with(settings.withKernel(kernel));
            }
        }
        return config;
    }

    private static Optional<String> builtinKernel(String module, Collection<String> kernels) {
        String last = module.substring(module.lastIndexOf('.') + 1);
        String shorter = last.replaceFirst("_all_?reduce(_(tcm|hbm|sram))?$", "");
        for (String name : List.of(last, shorter)) {
            if (kernels.contains(name)) {
                return Optional.of(name);
            }
        }
        return Optional.ofNullable(builtin().algorithms().get(last)).map(AlgorithmSettings::kernel);
    }

    /// An algorithm by name.
    public AlgorithmSettings algorithm(String name) {
        AlgorithmSettings settings = algorithms.get(name);
        if (settings == null) {
            throw CclErrors.unknownAlgorithm(name, Span.none(), algorithms.keySet());
        }
        return settings;
    }

    /// The same with another algorithm for a collective.
    public CclConfig with(Collective collective, String algorithm) {
        if (!algorithm.equals(AUTO)) {
            algorithm(algorithm);
        }
        Map<Collective, String> changed = new EnumMap<>(chosen);
        changed.put(collective, algorithm);
        return new CclConfig(changed, worldSize, algorithms, tuning);
    }

    /// The same with an algorithm added or replaced.
    public CclConfig with(AlgorithmSettings settings) {
        SequencedMap<String, AlgorithmSettings> changed = new LinkedHashMap<>(algorithms);
        changed.put(settings.name(), settings);
        return new CclConfig(chosen, worldSize, changed, tuning);
    }
}
