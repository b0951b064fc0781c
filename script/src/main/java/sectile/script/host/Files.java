package sectile.script.host;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.base.io.TextFiles;
import sectile.script.Script;
import sectile.script.code.HostNames;
import sectile.script.code.Module;

/// The text of a program and the files beside it that it imports.
final class Files {
    private final SourceFile source;
    private final Session session;
    private final Diagnostics problems;
    private final Map<String, Object> known = new LinkedHashMap<>();
    private final Map<Path, HostModule> beside = new HashMap<>();

    Files(SourceFile source, Session session, Diagnostics problems) {
        this.source = source;
        this.session = session;
        this.problems = problems;
        HostModule tp = HostModule.of("tp", new ParallelRows(session).all(), new LinkedHashMap<>());
        known.put("torch", HostProgram.torch(session));
        known.put("tp", tp);
        known.put("numpy", HostModule.of("numpy", new NumpyRows().all(), NumpyRows.constants()));
        known.put("DPPolicy", PolicyValue.row());
    }

    Module program() {
        return read(source);
    }

    private Module read(SourceFile file) {
        return Module.readHost(file, new Names(file), problems);
    }

    /// What a file sees. The package that an import names does not matter, its last part does.
    private final class Names implements HostNames {
        private final SourceFile file;

        Names(SourceFile file) {
            this.file = file;
        }

        @Override
        public Optional<Object> imported(String module, String name) {
            String last = module.substring(module.lastIndexOf('.') + 1);
            HostModule own = besides(file, module);
            if (own != null) {
                return name.isEmpty() ? Optional.of(own) : Optional.ofNullable(own.find(name));
            }
            if (name.isEmpty()) {
                return Optional.ofNullable(known.get(last));
            }
            if (known.get(last) instanceof HostModule found) {
                Object member = found.find(name);
                if (member != null) {
                    return Optional.of(member);
                }
            }
            Object direct = known.get(name);
            return direct != null
                    ? Optional.of(direct)
                    : Optional.ofNullable(known.get("tp") instanceof HostModule tp ? tp.find(name) : null);
        }

        @Override
        public Object kernel(String name, Span at) {
            return new KernelValue(
                    Script.load(file, Optional.of(name), session.printed()).kernel());
        }
    }

    /// A file that an import names, relative to the one it is in.
    private @Nullable HostModule besides(SourceFile file, String module) {
        for (String name : new String[] {module.replace('.', '/'), module.substring(module.lastIndexOf('.') + 1)}) {
            Path path = Path.of(file.name()).resolveSibling(name + ".py");
            HostModule found = beside.get(path);
            if (found != null) {
                return found;
            }
            if (!name.isEmpty() && java.nio.file.Files.isRegularFile(path)) {
                return open(path, module);
            }
        }
        return null;
    }

    private @Nullable HostModule open(Path path, String module) {
        Optional<SourceFile> text = TextFiles.read(path, problems);
        if (text.isEmpty()) {
            return null;
        }
        // Put down before it is read, because files may import each other.
        Module[] read = new Module[1];
        HostModule made = HostModule.ofFile(module, name -> read[0] == null ? null : read[0].member(name));
        beside.put(path, made);
        read[0] = read(text.get());
        return made;
    }
}
