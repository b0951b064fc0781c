/// # Collective algorithms as XML
///
/// The form in which collective algorithms are published: what every thread block of every rank sends, receives,
/// reduces and copies, in chunks. [AlgorithmReader] reads a file into an [Algorithm] and checks it completely;
/// [AlgorithmProgram] makes a tile program of it, which runs on every executor and can be verified; [Expected] says
/// what the collective has to compute.
///
/// ```java
/// var problems = new Diagnostics();
/// Algorithm ring = AlgorithmReader.read(source, problems).orElseThrow();
/// Program program = new AlgorithmProgram(ring, DataType.FP32, 1024, 8).program();
/// ```
///
/// In the program every rank is a device and every thread block is a block of one launch. A connection between two
/// ranks on a channel is a ring of slots in a window of the receiver. Each message has a cell that tells the receiver
/// that it is there, and one that tells the sender that its slot is free again; a step that others depend on has a
/// cell of its own rank. Every statement has the position of its step in the file, so that a finding names that step.
@NullMarked
package sectile.ir.algorithm;

import org.jspecify.annotations.NullMarked;
