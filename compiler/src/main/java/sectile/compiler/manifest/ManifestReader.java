package sectile.compiler.manifest;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.json.Json;
import sectile.base.yaml.YamlList;
import sectile.base.yaml.YamlMap;
import sectile.base.yaml.YamlNode;
import sectile.base.yaml.YamlScalar;
import sectile.compiler.problem.CompilerCode;
import sectile.ir.symbol.DataType;

/// Reads a manifest, strictly.
final class ManifestReader {
    private final SourceFile source;

    ManifestReader(SourceFile source) {
        this.source = source;
    }

    CommManifest read() {
        var problems = new Diagnostics();
        Optional<YamlNode> document = Json.parse(source, problems);
        problems.throwIfErrors();
        YamlMap top = map(document.orElseThrow(), "a manifest");
        YamlNode version = member(top, "version");
        if (integer(version, "version") != CommManifest.VERSION) {
            throw error(
                    version,
                    CompilerCode.MANIFEST_VERSION,
                    "this is a manifest of version " + integer(version, "version") + ", expected "
                            + CommManifest.VERSION,
                    "compile the program again");
        }
        var groups = new ArrayList<CommManifest.Group>();
        Set<String> names = new HashSet<>();
        for (YamlNode node : list(member(top, "comm_groups"), "comm_groups")) {
            YamlMap group = map(node, "a group");
            var devices = new ArrayList<Integer>();
            for (YamlNode device : list(member(group, "devices"), "devices")) {
                long number = integer(device, "a device");
                if (number < 0 || number > Integer.MAX_VALUE || devices.contains((int) number)) {
                    throw error(
                            device,
                            CompilerCode.DAMAGED_MANIFEST,
                            "devices are distinct numbers from 0, found " + number,
                            "");
                }
                devices.add((int) number);
            }
            var slots = new ArrayList<CommManifest.Slot>();
            long bytes = 0;
            for (YamlNode slot : list(member(group, "slots"), "slots")) {
                slots.add(slot(map(slot, "a slot"), names));
                long more = slots.getLast().nbytes();
                if (bytes > Long.MAX_VALUE - more) {
                    throw error(
                            slot,
                            CompilerCode.DAMAGED_MANIFEST,
                            "the windows of a group take more bytes than 64 bits can count",
                            "");
                }
                bytes += more;
            }
            groups.add(new CommManifest.Group(devices, slots, node.span()));
        }
        return new CommManifest(groups, source.all());
    }

    private static CommManifest.Slot slot(YamlMap slot, Set<String> names) {
        YamlNode name = member(slot, "name");
        if (!names.add(text(name, "name"))) {
            throw error(name, CompilerCode.DAMAGED_MANIFEST, "two slots are named `" + text(name, "name") + "`", "");
        }
        YamlNode word = member(slot, "dtype");
        String dtype = text(word, "dtype");
        DataType type = null;
        for (DataType each : DataType.values()) {
            if (each.name().equals(dtype)) {
                type = each;
            }
        }
        if (type == null) {
            throw error(word, CompilerCode.MANIFEST_TYPE, "there is no element type `" + dtype + "`", "");
        }
        YamlNode bits = member(slot, "bits_per_element");
        if (integer(bits, "bits_per_element") != type.bits()) {
            throw error(
                    bits,
                    CompilerCode.DAMAGED_MANIFEST,
                    "an element of " + dtype + " has " + type.bits() + " bits, found "
                            + integer(bits, "bits_per_element"),
                    "");
        }
        YamlNode size = member(slot, "size");
        if (!(size instanceof YamlScalar scalar)
                || scalar.quoted()
                || scalar.asNumber().isEmpty()) {
            throw error(
                    size,
                    CompilerCode.WINDOW_NOT_CONSTANT,
                    "the size of the window `" + text(name, "name") + "` is not constant: " + shown(size),
                    "a manifest says before the run how much memory each device reserves");
        }
        if (integer(size, "size") < 1 || integer(size, "size") > Long.MAX_VALUE / 128) {
            throw error(
                    size,
                    CompilerCode.DAMAGED_MANIFEST,
                    "a size is a number of elements, found " + integer(size, "size"),
                    "");
        }
        return new CommManifest.Slot(
                text(name, "name"),
                type,
                integer(size, "size"),
                truth(member(slot, "load_from_host"), "load_from_host"),
                truth(member(slot, "store_to_host"), "store_to_host"));
    }

    private static String shown(YamlNode node) {
        return node instanceof YamlScalar scalar ? scalar.text() : node.describe();
    }

    private static DiagnosticException error(YamlNode at, DiagnosticCode code, String message, String hint) {
        return new DiagnosticException(
                Diagnostic.error(code, at.span(), message).hint(hint));
    }

    private static YamlNode member(YamlMap map, String key) {
        return map.value(key)
                .orElseThrow(() -> error(map, CompilerCode.DAMAGED_MANIFEST, "`" + key + "` is missing", ""));
    }

    private static YamlMap map(YamlNode node, String what) {
        if (node instanceof YamlMap map) {
            return map;
        }
        throw error(node, CompilerCode.DAMAGED_MANIFEST, what + " is an object, found " + node.describe(), "");
    }

    private static List<YamlNode> list(YamlNode node, String what) {
        if (node instanceof YamlList list) {
            return list.items();
        }
        throw error(node, CompilerCode.DAMAGED_MANIFEST, "`" + what + "` is a list, found " + node.describe(), "");
    }

    private static long integer(YamlNode node, String what) {
        if (node instanceof YamlScalar scalar && !scalar.quoted()) {
            try {
                return Long.parseLong(scalar.text());
            } catch (NumberFormatException e) {
                // reported below, with its place
            }
        }
        throw error(node, CompilerCode.DAMAGED_MANIFEST, "`" + what + "` is an integer, found " + node.describe(), "");
    }

    private static String text(YamlNode node, String what) {
        if (node instanceof YamlScalar scalar && scalar.quoted()) {
            return scalar.text();
        }
        throw error(node, CompilerCode.DAMAGED_MANIFEST, "`" + what + "` is a text, found " + node.describe(), "");
    }

    private static boolean truth(YamlNode node, String what) {
        if (node instanceof YamlScalar scalar && scalar.asBoolean().isPresent()) {
            return scalar.asBoolean().get();
        }
        throw error(
                node, CompilerCode.DAMAGED_MANIFEST, "`" + what + "` is true or false, found " + node.describe(), "");
    }
}
