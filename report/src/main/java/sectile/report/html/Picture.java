package sectile.report.html;

/// A drawing that is already SVG, and what it shows in words.
public record Picture(String title, String svg, String description) implements Section {}
