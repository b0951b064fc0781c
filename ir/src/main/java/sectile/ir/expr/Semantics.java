package sectile.ir.expr;

import sectile.base.array.DType;
import sectile.base.number.BinaryFunction;
import sectile.base.number.Reduction;
import sectile.base.number.UnaryFunction;

/// What an op is. This is the closed set that executors, passes and back ends switch over, without `default`: an op
/// that fits one of these cases needs no code outside the registry.
///
/// A case holds what operands and attributes of the [Op] do not already say. A case that counts operands means their
/// order in the op's entry, from 0.
public sealed interface Semantics {
    // Elements at the same position

    /// Each element of the result depends on the elements at its position. Smaller operands are broadcast, a scalar is
    /// every element.
    sealed interface Elementwise extends Semantics {}

    /// A function of each element of the first operand.
    record Apply(UnaryFunction function) implements Elementwise {}

    /// A function of the first two operands; with more, its result and the next one, from left to right.
    record Combine(BinaryFunction function, int operands) implements Elementwise {
        public Combine(BinaryFunction function) {
            this(function, 2);
        }

        public Combine {
            if (operands < 2) {
                throw new IllegalArgumentException("a function of two numbers of " + operands + " operands");
            }
        }
    }

    /// A function of the first two operands where both hold data; elsewhere a copy of the one that does.
    record CombineValid(BinaryFunction function) implements Elementwise {}

    /// Conversion to the element type `target_type`, rounded as `mode` says.
    record Convert() implements Elementwise {}

    /// Whether the first two operands compare as `cmp_type` says: 1 or 0, or when packed a bit, eight columns to a
    /// byte.
    record Compare(boolean packed) implements Elementwise {}

    /// The second operand where the bit of the packed mask, the first operand, is set, else operand number `otherwise`.
    record Select(int otherwise) implements Elementwise {}

    /// Operand number `value`, repeated to the shape of operand number `like`, and to its valid part if that is the
    /// same.
    record Broadcast(int value, int like, boolean sameValid) implements Elementwise {}

    // Many elements to one

    /// Folds an axis: the one given, unless the op has an attribute `axis`. Negative axes count from the last.
    record Reduce(Reduction function, int axis) implements Semantics {
        /// Whether the result is rounded after every addition: a sum of f16 along any axis but the last. With a scratch
        /// tile, neighbours are added first.
        public boolean isInSteps(DType dtype, int reducedAxis, int rank) {
            return function == Reduction.SUM && dtype == DType.F16 && reducedAxis != rank - 1;
        }

        /// Whether a call gives the reduction a scratch tile.
        public static boolean hasScratch(OpCall call) {
            return call.op().isTile() && call.arg("tmp").isPresent();
        }
    }

    /// A matrix product of `lhs` and `rhs`. When scaled, every 32 elements along the inner axis share a scale.
    record Contract(Accumulation accumulation, boolean scaled) implements Semantics {}

    /// What a matrix product is added to.
    enum Accumulation {
        NOTHING,
        /// The operand `acc`, which is overwritten.
        ACCUMULATOR,
        /// The row `bias`.
        BIAS
    }

    // The same elements elsewhere, or seen in another way

    /// The memory of the first operand, seen in another way. Nothing is moved.
    enum View implements Semantics {
        RESHAPE,
        /// The same bits as another element type.
        REINTERPRET,
        /// Another part of it holds data.
        VALID_PART,
        TRANSPOSE,
        SLICE,
        /// Exactly the operand.
        SAME
    }

    /// A copy of a region to another memory, or to another place of the same one.
    enum Move implements Semantics {
        /// Global memory to a tile.
        LOAD,
        /// A tile to global memory.
        STORE,
        /// A tile to another memory or layout of the core.
        RELOCATE,
        /// A region of a tile to a tile.
        EXTRACT,
        /// A tile or tensor to a region of another.
        ASSEMBLE,
        /// A region of global memory to a region of a tile or tensor.
        COPY_REGION
    }

    /// The elements of operands in another arrangement.
    enum Rearrange implements Semantics {
        TRANSPOSE,
        CONCATENATE,
        /// What holds no data is filled.
        PAD,
        /// The same in a larger shape.
        PAD_TO_SHAPE,
        /// The same in the operand's memory.
        PAD_IN_PLACE
    }

    /// New memory.
    enum Create implements Semantics {
        /// Its contents are undefined, or the attribute `init_value`.
        UNDEFINED,
        /// A buffer in the memory of the matrix core.
        MATRIX_BUFFER,
        FULL,
        COUNT,
        RANDOM,
        TRIANGLE
    }

    // Elements by position

    /// Elements chosen by position, mask or order.
    sealed interface Index extends Semantics {}

    /// One element as a scalar.
    enum Element implements Index {
        READ,
        WRITE
    }

    /// Elements taken by index.
    enum Gather implements Index {
        /// Along the axis `dim`.
        AXIS,
        /// By position in row-major order.
        FLAT,
        /// 32 bytes at a time.
        BLOCKS,
        /// By a pattern of columns.
        MASK,
        /// The positions of elements that compare with a scalar, and their count.
        COMPARE,
        /// Rows through a block table.
        PAGED,
        /// From global memory.
        MEMORY
    }

    /// Elements put by index.
    enum Scatter implements Index {
        AXIS,
        FLAT,
        MASK,
        /// Rows of a cache.
        ROWS,
        /// To global memory.
        MEMORY
    }

    /// Pairs of value and index in descending order of values.
    enum Sort implements Index {
        /// Every 32 elements.
        BLOCKS,
        /// Every four sorted runs of a row.
        MERGE_RUNS,
        /// Two to four sorted rows.
        MERGE_ROWS
    }

    // Other ranks

    /// Memory of a peer.
    sealed interface Remote extends Semantics {}

    /// A copy between the memory of this rank and that of a peer.
    enum Access implements Remote {
        /// A region of a peer's window to a tile.
        LOAD,
        /// A tile or tensor to a region of a peer's window.
        STORE,
        /// Local global memory to a peer's window.
        PUT,
        /// A peer's window to local global memory.
        GET
    }

    /// A signal cell.
    enum Signal implements Remote {
        /// Changes a cell of a peer, after all earlier writes to it.
        NOTIFY,
        /// Waits for a cell of this rank.
        WAIT,
        /// The same when the task ends.
        WAIT_AT_END
    }

    /// An operation that all ranks of a window's group perform together.
    enum Collective implements Semantics {
        ALL_REDUCE,
        BARRIER,
        BROADCAST,
        REDUCE_SCATTER,
        ALL_GATHER,
        ALL_TO_ALL,
        /// With a count for each pair of ranks.
        ALL_TO_ALL_COUNTED
    }

    // Cores

    /// Order among the pipes of a core and among cores.
    enum Synchronise implements Semantics {
        /// The named pipes of this core are idle.
        PIPES,
        /// Earlier writes to global memory precede later ones.
        FENCE,
        /// Earlier puts and writes of this core precede its later transfers and signals.
        ORDER_TRANSFERS,
        /// Earlier transfers of this core have ended.
        COMPLETE_TRANSFERS,
        INVALIDATE_CACHE,
        /// Names the memory of the flags between cores.
        PLACE_FLAGS,
        /// An event between pipes of this core.
        SET_EVENT,
        AWAIT_EVENT,
        /// A flag between cores.
        SET_FLAG,
        AWAIT_FLAG,
        /// All cores of the launch have arrived.
        ALL_CORES,
        /// Orders nothing: names what follows, for reports.
        MARK
    }

    /// A queue of tiles between the matrix core of a group and its vector cores.
    sealed interface Pipe extends Semantics {}

    enum Flow {
        TO_VECTOR,
        TO_MATRIX
    }

    /// Sets up one end, for the flows in `dir_mask`.
    record Open() implements Pipe {}

    record Push(Flow flow) implements Pipe {}

    record Pop(Flow flow) implements Pipe {}

    /// Returns the slot of a received tile.
    record Free(Flow flow) implements Pipe {}

    /// The halves of a value on the vector cores of a group.
    enum Lanes implements Semantics {
        SHARD,
        GATHER
    }

    // The host, and what surrounds a kernel

    /// A property of the place where the program runs, or of a value's type.
    enum Query implements Semantics {
        BLOCK_INDEX,
        BLOCK_COUNT,
        LANE_INDEX,
        CORE_GROUPS,
        VECTOR_CORES,
        EXTENT,
        WORLD_SIZE,
        COMM_CONTEXT,
        RANK,
        RANK_COUNT
    }

    /// What orchestration and host functions do besides calling functions.
    sealed interface Host extends Semantics {}

    /// Tasks and their ids.
    enum Task implements Host {
        INVALID,
        IS_VALID,
        /// A task that only waits for others.
        JOIN,
        SUBMIT,
        AWAIT
    }

    /// Short arrays of scalars.
    enum Scalars implements Host {
        CREATE,
        GET,
        SET
    }

    /// Copies into the cache ahead of their use.
    enum Prefetch implements Host {
        HANDLE,
        START,
        WAIT
    }

    /// Memory that peers can reach.
    enum Window implements Host {
        ALLOCATE,
        VIEW
    }

    /// Addresses.
    enum Reserve implements Host {
        MEMORY,
        /// Under a name that the other core of the group can import.
        NAMED,
        IMPORT
    }

    /// Whether an op of this kind may wait for another core, rank or task.
    default boolean mayBlock() {
        return switch (this) {
            case Elementwise e -> false;
            case Reduce r -> false;
            case Contract c -> false;
            case View v -> false;
            case Move m -> false;
            case Rearrange r -> false;
            case Create c -> false;
            case Index i -> false;
            case Access a -> false;
            case Signal signal -> signal != Signal.NOTIFY;
            case Collective c -> true;
            case Synchronise synchronise ->
                switch (synchronise) {
                    case AWAIT_EVENT, AWAIT_FLAG, ALL_CORES, COMPLETE_TRANSFERS -> true;
                    case PIPES, FENCE, ORDER_TRANSFERS, INVALIDATE_CACHE, PLACE_FLAGS, SET_EVENT, SET_FLAG, MARK ->
                        false;
                };
            case Push p -> true;
            case Pop p -> true;
            case Open o -> false;
            case Free f -> false;
            case Lanes lanes -> lanes == Lanes.GATHER;
            case Query q -> false;
            case Task task -> task == Task.AWAIT;
            case Scalars s -> false;
            case Prefetch prefetch -> prefetch == Prefetch.WAIT;
            case Window w -> false;
            case Reserve r -> false;
        };
    }
}
