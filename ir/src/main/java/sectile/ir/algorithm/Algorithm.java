package sectile.ir.algorithm;

import java.util.List;
import sectile.base.diag.Span;
import sectile.ir.symbol.ReduceOp;

/// An algorithm for a collective on a fixed number of ranks.
///
/// @param channels how many connections two ranks may have in one direction
/// @param chunks into how many chunks the collective's largest buffer is divided
/// @param inPlace whether input and output share memory
/// @param operation how a reduction combines two elements
/// @param root the rank that broadcasts or to which is reduced
/// @param ranks by number
/// @param span of the element
public record Algorithm(
        String name,
        Collective collective,
        int channels,
        int chunks,
        boolean inPlace,
        ReduceOp operation,
        int root,
        List<Rank> ranks,
        Span span) {
    public Algorithm {
        ranks = List.copyOf(ranks);
    }

    /// What one rank does.
    ///
    /// @param input how many chunks its input has, as the file says
    /// @param output the same of its output
    /// @param scratch the same of its scratch memory
    public record Rank(int id, int input, int output, int scratch, List<ThreadBlock> blocks, Span span) {
        public Rank {
            blocks = List.copyOf(blocks);
        }
    }

    /// Steps that follow each other. The blocks of a rank run at the same time.
    ///
    /// @param sendTo the rank it sends to; -1 for none
    /// @param receiveFrom the rank it receives from; -1 for none
    public record ThreadBlock(int id, int sendTo, int receiveFrom, int channel, List<Step> steps, Span span) {
        public ThreadBlock {
            steps = List.copyOf(steps);
        }
    }

    /// One step of a thread block.
    ///
    /// @param count chunks it moves
    /// @param after the step it waits for; [Dependence#NONE] for none
    /// @param signals whether it may be waited for
    public record Step(
            int number,
            StepType type,
            Place source,
            Place target,
            int count,
            Dependence after,
            boolean signals,
            Span span) {}

    /// Where chunks lie.
    public record Place(Buffer buffer, int offset) {}

    /// A step of another block of the same rank.
    public record Dependence(int block, int step) {
        public static final Dependence NONE = new Dependence(-1, -1);

        public boolean isNone() {
            return block < 0;
        }
    }

    /// The memories of a rank.
    public enum Buffer {
        INPUT("i"),
        OUTPUT("o"),
        SCRATCH("s");

        private final String text;

        Buffer(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /// How many chunks a buffer has that the collective gives a size; what the file says of one that it does not.
    public int chunks(Rank rank, Buffer buffer) {
        return switch (buffer) {
            case INPUT -> collective == Collective.CUSTOM ? rank.input() : collective.inputChunks(chunks, ranks.size());
            case OUTPUT ->
                collective == Collective.CUSTOM ? rank.output() : collective.outputChunks(chunks, ranks.size());
            case SCRATCH -> rank.scratch();
        };
    }

    /// The first chunk of a buffer in the memory that input and output share when they are in place.
    public int shift(Rank rank, Buffer buffer) {
        return switch (buffer) {
            case INPUT -> collective == Collective.ALL_GATHER ? rank.id() * chunks(rank, buffer) : 0;
            case OUTPUT -> collective == Collective.REDUCE_SCATTER ? rank.id() * chunks(rank, buffer) : 0;
            case SCRATCH -> 0;
        };
    }
}
