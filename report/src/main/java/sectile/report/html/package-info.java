/// Reports as one HTML file: styles, scripts, drawings and data are all inside, nothing is ever fetched.
///
/// A [ReportPage] is a title and [Section]s; [HtmlReport] turns it into a file that follows the reader's light or
/// dark theme, prints, works with a keyboard and a screen reader, and shows everything but the timeline without
/// scripts.
///
/// ```java
/// ReportPage page = ReportPage.builder("Ring all-reduce", "2 SIPs, 16 cubes, seed 7")
///         .add(new Cards("Summary", List.of(new Cards.Card("Latency", "1.50 µs", "total"))))
///         .add(new BarChart("Busiest links", Unit.RATIO, 1.0, List.of(new BarChart.Bar("c0→c1", 0.93))))
///         .build();
/// HtmlReport.write(page, Path.of("report.html"));
/// ```
///
/// Every string is text and escaped; drawings given as SVG are shown as images, in which nothing can run. A content
/// security policy in the file forbids all scripts but the report's own, and the network.
///
/// One class renders each kind of section ([TableView], [PlotView], …); the styles and scripts are resources beside
/// this package.
@NullMarked
package sectile.report.html;

import org.jspecify.annotations.NullMarked;
