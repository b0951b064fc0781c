package sectile.report.html;

/// JSON inside a page. No character of it can end the element it is in.
final class DataBlock {
    private DataBlock() {}

    /// A JSON string; what HTML or JavaScript could take for something else is escaped.
    static String quote(String words) {
        var out = new StringBuilder(words.length() + 2).append('"');
        for (int i = 0; i < words.length(); i++) {
            char c = words.charAt(i);
            boolean plain = c >= ' ' && c < 0x7f && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&';
            if (plain) {
                out.append(c);
            } else {
                out.append("\\u");
                String hex = Integer.toHexString(c);
                out.append("0".repeat(4 - hex.length())).append(hex);
            }
        }
        return out.append('"').toString();
    }
}
