package sectile.dist.workload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import sectile.base.array.Shape;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.CollectiveArgs;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.Tl;

/// A collective in which every piece of the array takes a random tree of its own: up to the root, down from it, or
/// both. Sums only.
record RandomTrees(Collective collective, long seed, int world) implements Algorithm {
    private static final int BYTES = 4;

    /// A piece, and the tree it takes.
    ///
    /// @param parents by rank; the root's own is itself
    private record Piece(List<Integer> parents, int root, long from, long to, long count) {}

    @Override
    public Set<Collective> collectives() {
        return Set.of(collective);
    }

    @Override
    public Kernel kernel() {
        return (tl, arguments) -> {
            CollectiveArgs args = CollectiveArgs.of(arguments);
            List<Piece> pieces = pieces(args);
            boolean up = collective != Collective.ALL_GATHER && collective != Collective.BROADCAST;
            boolean down = collective != Collective.REDUCE && collective != Collective.REDUCE_SCATTER;
            if (collective == Collective.ALL_TO_ALL) {
                exchange(tl, args);
                return;
            }
            List<Supplier<Handle>> sums = new ArrayList<>();
            for (Piece piece : pieces) {
                Supplier<Handle> own = () -> tl.load(piece.from, Shape.of(piece.count), args.dtype());
                if (up) {
                    Handle sum = collect(tl, args, piece, own.get());
                    sums.add(() -> sum);
                } else {
                    sums.add(own);
                }
            }
            for (int i = 0; i < pieces.size(); i++) {
                Piece piece = pieces.get(i);
                if (down) {
                    tl.store(piece.to, handOut(tl, args, piece, sums.get(i)));
                } else if (piece.root == args.rank()) {
                    tl.store(piece.to, sums.get(i).get());
                }
            }
        };
    }

    private List<Piece> pieces(CollectiveArgs args) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Piece> pieces = new ArrayList<>();
        boolean parted = collective == Collective.ALL_GATHER || collective == Collective.REDUCE_SCATTER;
        boolean rooted = collective == Collective.BROADCAST || collective == Collective.REDUCE;
        long whole = collective == Collective.REDUCE_SCATTER ? args.elements() / world : args.elements();
        for (int owner = 0; owner < (parted ? world : 1); owner++) {
            int count = 2 + random.nextInt(3);
            for (int i = 0; i < count; i++) {
                long start = whole * i / count;
                long length = whole * (i + 1) / count - start;
                int root = parted ? owner : rooted ? args.root() : random.nextInt(world);
                List<Integer> parents =
                        Arrays.stream(tree(root, random)).boxed().toList();
                long before = owner * whole;
                long from = start + (collective == Collective.REDUCE_SCATTER ? before : 0);
                long to = start + (collective == Collective.ALL_GATHER ? before : 0);
                if (length > 0) {
                    pieces.add(new Piece(
                            parents, root, args.pointer() + BYTES * from, args.output() + BYTES * to, length));
                }
            }
        }
        return pieces;
    }

    /// A tree of all ranks: each joins one that is in it.
    private int[] tree(int root, SplittableRandom random) {
        int[] parents = new int[world];
        List<Integer> inside = new ArrayList<>(List.of(root));
        parents[root] = root;
        int first = random.nextInt(world);
        int step = random.nextBoolean() ? 1 : world - 1;
        for (int i = 0; i < world; i++) {
            int rank = (first + i * step) % world;
            if (rank != root) {
                // Mostly the latest one, for long chains as well as bushes.
                parents[rank] = inside.get(random.nextInt(3) > 0 ? inside.size() - 1 : random.nextInt(inside.size()));
                inside.add(rank);
            }
        }
        return parents;
    }

    private Handle collect(Tl tl, CollectiveArgs args, Piece piece, Handle own) {
        Handle sum = own;
        for (int child = 0; child < world; child++) {
            if (child != piece.root && piece.parents.get(child) == args.rank()) {
                sum = tl.add(sum, tl.take("rank" + child, Shape.of(piece.count), args.dtype()));
            }
        }
        if (args.rank() != piece.root) {
            tl.send("rank" + piece.parents.get(args.rank()), sum);
        }
        return sum;
    }

    private Handle handOut(Tl tl, CollectiveArgs args, Piece piece, Supplier<Handle> ofRoot) {
        Handle value = args.rank() == piece.root
                ? ofRoot.get()
                : tl.take("rank" + piece.parents.get(args.rank()), Shape.of(piece.count), args.dtype());
        for (int child = 0; child < world; child++) {
            if (child != piece.root && piece.parents.get(child) == args.rank()) {
                tl.send("rank" + child, value);
            }
        }
        return value;
    }

    /// All ranks to all ranks, in an order of its own.
    private void exchange(Tl tl, CollectiveArgs args) {
        SplittableRandom random = new SplittableRandom(seed + args.rank());
        long part = args.elements() / world;
        Shape shape = Shape.of(part);
        int shift = random.nextInt(world);
        for (int i = 0; i < world; i++) {
            int other = (i + shift) % world;
            Handle given = tl.load(args.pointer() + BYTES * part * other, shape, args.dtype());
            if (other == args.rank()) {
                tl.store(args.output() + BYTES * part * other, given);
            } else {
                tl.send("rank" + other, given);
            }
        }
        for (int other = 0; other < world; other++) {
            if (other != args.rank()) {
                tl.store(args.output() + BYTES * part * other, tl.take("rank" + other, shape, args.dtype()));
            }
        }
    }
}
