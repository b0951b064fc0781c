/// Tables with units, for terminals and spreadsheets; [sectile.report.html] shows the same ones on a page.
///
/// A [Column] knows what its numbers are, so that people read `1.50 µs` and machines read `1500000` under `busy
/// (ps)`.
///
/// ```java
/// Table table = Table.builder("Engines")
///         .column("engine", Unit.TEXT)
///         .column("busy", Unit.PICOSECONDS)
///         .column("utilisation", Unit.RATIO)
///         .row("sip0.cube0.pe0.gemm", 1_500_000, 0.75)
///         .build();
/// System.out.print(TextTable.render(table));
/// Csv.write(table, writer);
/// ```
@NullMarked
package sectile.report.table;

import org.jspecify.annotations.NullMarked;
