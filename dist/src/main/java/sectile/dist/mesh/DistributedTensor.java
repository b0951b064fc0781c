package sectile.dist.mesh;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.dist.local.LocalOps;
import sectile.dist.local.Spread;
import sectile.dist.mesh.Placement.Replicate;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.Layout;
import sectile.dist.tensor.Region;

/// A matrix that the ranks of a mesh share. All of them hold the same description and each its local part;
/// methods that say so must be called by all.
public final class DistributedTensor {
    private final DeviceMesh mesh;
    private final Shape shape;
    private final List<Placement> placements;
    private final DeviceTensor local;

    private DistributedTensor(DeviceMesh mesh, Shape shape, List<Placement> placements, DeviceTensor local) {
        this.mesh = mesh;
        this.shape = shape;
        this.placements = List.copyOf(placements);
        this.local = local;
    }

    // Making one

    /// Spreads an array that all ranks have: each copies its part to its device, with the columns dealt out
    /// to PEs.
    public static DistributedTensor distribute(NdArray values, DeviceMesh mesh, Placement... placements) {
        return distribute(values, mesh, Spread.columns(), placements);
    }

    /// The same with a layout for the PEs of each SIP.
    public static DistributedTensor distribute(
            NdArray values, DeviceMesh mesh, Layout layout, Placement... placements) {
        List<Placement> all = checked(values.shape(), mesh, List.of(placements));
        for (Placement placement : all) {
            if (placement instanceof Placement.Partial) {
                throw MeshErrors.toPartial(new Replicate(), placement);
            }
        }
        Region part = new Cut(values.shape(), mesh, all).region();
        NdArray own = values.slice(0, part.row(), part.row() + part.rows())
                .slice(1, part.column(), part.column() + part.columns())
                .contiguous();
        return new DistributedTensor(mesh, values.shape(), all, mesh.cluster().fromHost(own, layout));
    }

    /// Describes tensors that are there already, one on each rank.
    public static DistributedTensor ofLocal(DeviceTensor local, Shape shape, DeviceMesh mesh, Placement... placements) {
        List<Placement> all = checked(shape, mesh, List.of(placements));
        DistributedTensor tensor = new DistributedTensor(mesh, shape, all, local);
        Region part = new Cut(shape, mesh, all).region();
        Shape expected = Shape.of(part.rows(), part.columns());
        if (!local.shape().equals(expected)) {
            throw MeshErrors.localShape(local.shape(), expected, tensor.describe());
        }
        return tensor;
    }

    private static List<Placement> checked(Shape shape, DeviceMesh mesh, List<Placement> placements) {
        if (shape.rank() != 2) {
            throw MeshErrors.noMatrix(shape);
        }
        if (placements.size() != mesh.dimensions()) {
            throw MeshErrors.placementCount(placements, mesh);
        }
        return placements;
    }

    // What it is

    /// Of the whole matrix.
    public Shape shape() {
        return shape;
    }

    public DType dtype() {
        return local.dtype();
    }

    public DeviceMesh mesh() {
        return mesh;
    }

    /// One for each dimension of the mesh.
    public List<Placement> placements() {
        return placements;
    }

    /// The calling rank's part; its layout says where it lies on the SIP.
    public DeviceTensor local() {
        return local;
    }

    /// In words, like `16x8 f16, Shard(1) over tp`.
    public String describe() {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < placements.size(); i++) {
            words.add(placements.get(i) + " over " + mesh.names().get(i));
        }
        return shape + " " + local.dtype().text() + ", " + String.join(", ", words);
    }

    // Called by all ranks

    /// The same matrix with other placements, by whatever collectives that takes.
    public DistributedTensor redistribute(Placement... wanted) {
        return redistribute(List.of(wanted));
    }

    private DistributedTensor redistribute(List<Placement> wanted) {
        checked(shape, mesh, wanted);
        if (wanted.equals(placements)) {
            return this;
        }
        DeviceTensor changed = Redistribution.run(ops(), mesh, shape, placements, wanted, local);
        return new DistributedTensor(mesh, shape, wanted, changed);
    }

    /// All of it on every rank.
    public DistributedTensor full() {
        return redistribute(placements.stream()
                .map(placement -> (Placement) new Replicate())
                .toList());
    }

    /// All of it on the host of every rank.
    public NdArray toHost() {
        DistributedTensor all = full();
        NdArray values = all.local.toHost();
        if (all != this) {
            all.free();
        }
        return values;
    }

    /// `this · other`. Operands whose placements do not fit are redistributed.
    public DistributedTensor matmul(DistributedTensor other) {
        compatible("a product", other);
        if (shape.dim(1) != other.shape.dim(0)) {
            throw MeshErrors.shapes(
                    "a product", this, other, "the columns of the first must be as many as the rows of the second");
        }
        boolean smaller = shape.elements() < other.shape.elements();
        List<Rules.Rule> rules = new ArrayList<>();
        for (int i = 0; i < placements.size(); i++) {
            rules.add(Rules.matmul(placements.get(i), other.placements.get(i), smaller));
        }
        Shape result = Shape.of(shape.dim(0), other.shape.dim(1));
        return combine(other, rules, result, (ops, a, b) -> ops.matmul(a, b));
    }

    /// `this + other`. Operands whose placements do not fit are redistributed.
    public DistributedTensor add(DistributedTensor other) {
        compatible("a sum", other);
        if (!shape.equals(other.shape)) {
            throw MeshErrors.shapes("a sum", this, other, "the shapes must be equal");
        }
        List<Rules.Rule> rules = new ArrayList<>();
        for (int i = 0; i < placements.size(); i++) {
            rules.add(Rules.add(placements.get(i), other.placements.get(i)));
        }
        return combine(other, rules, shape, LocalOps::add);
    }

    private interface Operation {
        DeviceTensor apply(LocalOps ops, DeviceTensor a, DeviceTensor b);
    }

    private DistributedTensor combine(
            DistributedTensor other, List<Rules.Rule> rules, Shape result, Operation operation) {
        DistributedTensor left =
                redistribute(rules.stream().map(Rules.Rule::left).collect(Collectors.toList()));
        DistributedTensor right =
                other.redistribute(rules.stream().map(Rules.Rule::right).collect(Collectors.toList()));
        DeviceTensor value = operation.apply(ops(), left.local, right.local);
        if (left != this) {
            left.free();
        }
        if (right != other) {
            right.free();
        }
        return new DistributedTensor(
                mesh, result, rules.stream().map(Rules.Rule::result).toList(), value);
    }

    private void compatible(String operation, DistributedTensor other) {
        if (!mesh.equals(other.mesh)) {
            throw MeshErrors.differentMeshes(operation, mesh, other.mesh);
        }
        if (local.dtype() != other.local.dtype()) {
            throw MeshErrors.types(operation, local.dtype(), other.local.dtype());
        }
    }

    private LocalOps ops() {
        return new LocalOps(mesh.cluster());
    }

    /// Gives the local part's memory back.
    public void free() {
        local.free();
    }

    @Override
    public String toString() {
        return describe();
    }
}
