package sectile.cli.docs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A fenced block of shell commands in a page.
///
/// A block whose fence says `sh test` is run. In it, a line `# => text` says that the output, standard error included,
/// contains the text after what earlier such lines found; `# exit code N` says how the block ends if not with 0.
/// A block that says `sh untested` is not run, because it takes too long or changes the machine.
///
/// @param line where its fence is, from 1
/// @param mode what follows `sh` on the fence
record ShellBlock(Path page, int line, String mode, String script) {
    private static final Pattern EXPECTED = Pattern.compile("(?m)^# => (.+)$");
    private static final Pattern EXIT_CODE = Pattern.compile("(?m)^# exit code (\\d+)$");

    static List<ShellBlock> of(Path page) {
        var blocks = new ArrayList<ShellBlock>();
        List<String> lines = Pages.read(page).lines().toList();
        int fence = -1;
        for (int i = 0; i < lines.size(); i++) {
            String text = lines.get(i).strip();
            if (!text.startsWith("```")) {
                continue;
            }
            if (fence < 0) {
                fence = i;
                continue;
            }
            String info = lines.get(fence).strip().substring(3).strip();
            if (info.equals("sh") || info.startsWith("sh ") || info.equals("bash") || info.equals("console")) {
                int indent = lines.get(fence).indexOf('`');
                String script = String.join(
                        "\n",
                        lines.subList(fence + 1, i).stream()
                                .map(line -> line.length() >= indent ? line.substring(indent) : line)
                                .toList());
                blocks.add(new ShellBlock(page, fence + 1, info.replaceFirst("^\\w+ ?", ""), script + "\n"));
            }
            fence = -1;
        }
        return blocks;
    }

    List<String> expected() {
        return EXPECTED.matcher(script).results().map(match -> match.group(1)).toList();
    }

    int exitCode() {
        var matcher = EXIT_CODE.matcher(script);
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    @Override
    public String toString() {
        return Pages.name(page) + ":" + line;
    }
}
