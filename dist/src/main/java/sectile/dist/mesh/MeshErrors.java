package sectile.dist.mesh;

import java.util.List;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.dist.problem.DistCode;

/// What a user can do wrong with meshes and distributed tensors: `DIST-6xx`.
final class MeshErrors {
    private MeshErrors() {}

    static DiagnosticException badExtents(List<Integer> extents, int world) {
        return error(
                DistCode.MESH_EXTENTS,
                "a mesh of " + extents + " does not have the " + world + " ranks of the world",
                "one or two extents from 1 on, whose product is " + world);
    }

    static DiagnosticException badNames(List<String> names, int dimensions) {
        return error(
                DistCode.MESH_NAMES,
                "a mesh of " + dimensions + " dimensions with the names " + names,
                "one name for each dimension, all different");
    }

    static DiagnosticException noSuchDimension(String name, List<String> known) {
        return error(DistCode.UNKNOWN_DIMENSION, "the mesh has no dimension `" + name + "`", Nearest.hint(name, known));
    }

    static DiagnosticException placementCount(List<Placement> placements, DeviceMesh mesh) {
        return error(
                DistCode.PLACEMENT_COUNT,
                placements.size() + " placements for " + mesh,
                "one placement for each dimension of the mesh");
    }

    static DiagnosticException noSuchAxis(int dim) {
        return error(DistCode.BAD_AXIS, "Shard(" + dim + ") of a matrix", "0 cuts rows, 1 cuts columns");
    }

    static DiagnosticException noMatrix(Shape shape) {
        return error(
                DistCode.MESH_NOT_A_MATRIX,
                "a distributed tensor of shape " + shape,
                "distributed tensors are matrices; a vector is one of one row");
    }

    static DiagnosticException toPartial(Placement from, Placement to) {
        return error(
                DistCode.TO_PARTIAL,
                "a tensor that is " + from + " cannot become " + to,
                "only products have partial values; place it as Shard or Replicate");
    }

    static DiagnosticException differentMeshes(String operation, DeviceMesh a, DeviceMesh b) {
        return error(
                DistCode.MESHES_DIFFER, operation + " of tensors on " + a + " and " + b, "both must be on one mesh");
    }

    static DiagnosticException shapes(String operation, DistributedTensor a, DistributedTensor b, String rule) {
        return error(DistCode.MESH_SHAPES, operation + " of " + a.describe() + " and " + b.describe(), rule);
    }

    static DiagnosticException types(String operation, DType a, DType b) {
        return error(
                DistCode.MESH_TYPES,
                operation + " of " + a.text() + " and " + b.text(),
                "both must have one element type");
    }

    static DiagnosticException localShape(Shape found, Shape expected, String described) {
        return error(
                DistCode.LOCAL_SHAPE,
                "the local tensor has shape " + found + ", this rank's part of " + described + " has " + expected,
                "extents are cut evenly, the last ranks getting fewer");
    }

    private static DiagnosticException error(DiagnosticCode code, String message, String hint) {
        return new DiagnosticException(
                Diagnostic.error(code, Span.none(), message).hint(hint));
    }
}
