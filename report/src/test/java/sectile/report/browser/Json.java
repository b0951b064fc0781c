package sectile.report.browser;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The little of JSON that talking to a browser takes.
final class Json {
    private Json() {}

    static String quote(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    static String find(String json, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(json);
        if (!matcher.find()) {
            throw new IllegalStateException("no " + pattern + " in " + json);
        }
        return matcher.group(1);
    }

    /// The string that is the value of a member.
    static String string(String json, String name) {
        int start = json.indexOf("\"" + name + "\":\"");
        if (start < 0) {
            throw new IllegalStateException("no " + name + " in " + json);
        }
        StringBuilder text = new StringBuilder();
        int i = start + name.length() + 4;
        while (json.charAt(i) != '"') {
            char c = json.charAt(i++);
            if (c != '\\') {
                text.append(c);
                continue;
            }
            char escaped = json.charAt(i++);
            switch (escaped) {
                case 'n' -> text.append('\n');
                case 't' -> text.append('\t');
                case 'u' -> {
                    text.append((char) Integer.parseInt(json, i, i + 4, 16));
                    i += 4;
                }
                default -> text.append(escaped);
            }
        }
        return text.toString();
    }
}
