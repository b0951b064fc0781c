package sectile.dist.ccl;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import sectile.base.diag.Span;
import sectile.sim.kernel.Space;

/// One entry of a ccl.yaml, with defaults filled in.
///
/// @param kernel the name of an [Algorithm], or the name of a class that is one; likewise `topology` of a
///     [GroupTopology], `mapper` of a [Mapper] and `validator` of a [Validator]
/// @param interSip how SIPs exchange in algorithms of several levels; `auto` for what the machine's arrangement is
/// @param queues the sizes of its queues
/// @param elements per participant if not given
/// @param parameters what the entry passes on to the kernel by name: `reduce_op`, `chunk_size` and all keys that begin
///     with `kernel_`; longs, doubles, booleans and strings
/// @param span the entry in the file
public record AlgorithmSettings(
        String name,
        String kernel,
        String topology,
        String mapper,
        String validator,
        String interSip,
        Queues queues,
        OptionalInt worldSize,
        OptionalInt elements,
        OptionalInt rootCube,
        Map<String, Object> parameters,
        Span span) {
    static final String REDUCE_OP = "reduce_op";

    public AlgorithmSettings {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    /// The sizes of queues.
    ///
    /// @param buffer the receiver's memory that holds them
    /// @param slotSize bytes of a slot; 0 for as large as the buffer memory sensibly allows
    /// @param chunkSize payloads that do not fit a slot are cut at multiples of it
    /// @param creditBytes of the message that gives a slot back
    public record Queues(Space buffer, int slots, long slotSize, long chunkSize, long creditBytes) {
        /// Represents the `fabric.credit_bytes` of the machine's topology.
        public static final long CREDIT_OF_TOPOLOGY = -1;

        public Queues in(Space other) {
            return new Queues(other, slots, slotSize, chunkSize, creditBytes);
        }

        public Queues slots(int count, long bytes) {
            return new Queues(buffer, count, bytes, chunkSize, creditBytes);
        }
    }

    /// How it combines elements if the caller does not say.
    public Optional<ReduceOp> reduceOp() {
        return Arrays.stream(ReduceOp.values())
                .filter(op -> op.text().equals(parameters.get(REDUCE_OP)))
                .findFirst();
    }

    /// The same with other queues.
    public AlgorithmSettings with(Queues other) {
        return new AlgorithmSettings(
                name,
                kernel,
                topology,
                mapper,
                validator,
                interSip,
                other,
                worldSize,
                elements,
                rootCube,
                parameters,
                span);
    }

    /// The same without what makes no difference to a run: its name, and where it is written.
    public AlgorithmSettings anonymous() {
        return new AlgorithmSettings(
                "",
                kernel,
                topology,
                mapper,
                validator,
                interSip,
                queues,
                worldSize,
                elements,
                rootCube,
                parameters,
                Span.none());
    }

    /// The same with another kernel.
    public AlgorithmSettings withKernel(String other) {
        return new AlgorithmSettings(
                name,
                other,
                topology,
                mapper,
                validator,
                interSip,
                queues,
                worldSize,
                elements,
                rootCube,
                parameters,
                span);
    }

    /// The same with another way between SIPs.
    public AlgorithmSettings withInterSip(String other) {
        return new AlgorithmSettings(
                name,
                kernel,
                topology,
                mapper,
                validator,
                other,
                queues,
                worldSize,
                elements,
                rootCube,
                parameters,
                span);
    }
}
