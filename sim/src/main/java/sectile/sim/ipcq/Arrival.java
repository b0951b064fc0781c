package sectile.sim.ipcq;

import sectile.base.array.DType;
import sectile.base.array.Shape;

/// What rides with the last byte of a payload.
///
/// @param sequence the sender's count of messages in this direction, from 0
/// @param bytes of the payload
/// @param flow tells this message apart from every other of the run
public record Arrival(long sequence, long address, DType dtype, Shape shape, long bytes, long flow) {}
