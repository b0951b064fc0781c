/// Timelines in the Perfetto protobuf format, written as the run goes and in constant memory.
///
/// ```java
/// try (var trace = PerfettoWriter.create(Path.of("run.pftrace"), TimeAxis.NANOSECONDS)) {
///     Track sip = trace.process("sip0");
///     Track pe = trace.group(trace.group(sip, "cube3"), "pe5");
///     Lane dma = trace.lane(pe, "DMA out");
///     trace.slice(dma, 12_000, 4_500, "send", new Details().number("bytes", 4096).flowOut(7));
///     trace.finish();
/// }
/// ```
///
/// A file appears under its name only at [PerfettoWriter#finish()]; leaving the block before that leaves nothing
/// behind.
///
/// # Lanes never corrupt
///
/// Perfetto pairs the end of a slice with the last one begun on the same track, so slices that overlap without
/// nesting would be drawn wrongly. A [Lane] therefore owns as many tracks as its slices need: one that would overlap
/// moves to the next of them. Tracks of one lane have one name and parent, and are below each other.
///
/// # Time
///
/// Perfetto counts nanoseconds, the simulator picoseconds. [TimeAxis] says which of the two a trace gives up: exact
/// labels or the last three digits.
@NullMarked
package sectile.report.perfetto;

import org.jspecify.annotations.NullMarked;
