package sectile.report.html;

/// Text with its line breaks, such as the explanation of a deadlock; in a fixed-width face if it is laid out by
/// columns.
public record Prose(String title, String text, boolean fixedWidth) implements Section {}
