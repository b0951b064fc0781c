package sectile.compiler.artifact;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import sectile.compiler.CompiledProgram;
import sectile.compiler.task.TaskGraph;
import sectile.ir.Function;
import sectile.ir.symbol.FunctionKind;

/// The tasks of orchestration functions as a picture: a task is below those that it follows, and an arrow says why.
final class TaskPicture {
    private static final int BOX_WIDTH = 170;
    private static final int BOX_HEIGHT = 36;
    private static final int ACROSS = 200;
    private static final int DOWN = 90;

    private final Drawing drawing = new Drawing();
    private int y = 24;
    private int right = 320;

    private TaskPicture() {}

    static String of(CompiledProgram compiled) {
        var picture = new TaskPicture();
        for (Function function : compiled.program().functions()) {
            // The functions of a group run side by side, and only pipes order them.
            if (function.kind().isKernel() || function.kind() == FunctionKind.GROUP) {
                continue;
            }
            TaskGraph graph = TaskGraph.of(function, compiled.program());
            if (!graph.tasks().isEmpty()) {
                picture.function(function.name(), graph);
            }
        }
        if (picture.y == 24) {
            picture.drawing.text(20, picture.y, "no function of this program launches tasks", "start", true);
            picture.y += 20;
        }
        return picture.drawing.svg(picture.right, picture.y);
    }

    private void function(String name, TaskGraph graph) {
        drawing.text(20, y, name, "start", true);
        int top = y + 16;
        Map<Integer, Integer> levels = new HashMap<>();
        Map<Integer, List<TaskGraph.Task>> rows = new HashMap<>();
        // Edges are ordered by their later task, so the level of the earlier one is known.
        for (TaskGraph.Edge edge : graph.edges()) {
            int level = levels.getOrDefault(edge.earlier().number(), 0) + 1;
            levels.merge(edge.later().number(), level, Math::max);
        }
        for (TaskGraph.Task task : graph.tasks()) {
            rows.computeIfAbsent(levels.getOrDefault(task.number(), 0), l -> new ArrayList<>())
                    .add(task);
        }
        Map<Integer, Integer> across = new HashMap<>();
        rows.values().forEach(row -> {
            for (int i = 0; i < row.size(); i++) {
                across.put(row.get(i).number(), 20 + i * ACROSS);
            }
        });
        // Arrows first, so that boxes cover them.
        for (TaskGraph.Edge edge : graph.edges()) {
            int fromX = across.getOrDefault(edge.earlier().number(), 0) + BOX_WIDTH / 2;
            int fromY = top + levels.getOrDefault(edge.earlier().number(), 0) * DOWN + BOX_HEIGHT;
            int toX = across.getOrDefault(edge.later().number(), 0) + BOX_WIDTH / 2;
            int toY = top + levels.getOrDefault(edge.later().number(), 0) * DOWN;
            drawing.arrow(fromX, fromY, toX, toY);
            String reasons = edge.reasons().stream()
                    // What the compiler derives from data is declared, too.
                    .filter(reason -> reason != TaskGraph.Reason.DECLARED
                            || edge.reasons().size() == 1)
                    .sorted()
                    .map(Enum::name)
                    .collect(Collectors.joining(", "));
            drawing.text((fromX + toX) / 2.0 + 4, (fromY + toY) / 2.0 + 4, reasons, "start", false);
        }
        for (TaskGraph.Task task : graph.tasks()) {
            int x = across.getOrDefault(task.number(), 0);
            int boxY = top + levels.getOrDefault(task.number(), 0) * DOWN;
            String title = task.number() + ": " + task.callee();
            drawing.box(x, boxY, BOX_WIDTH, BOX_HEIGHT, "#4c78a8", title + ", line " + task.line());
            drawing.label(x + 6, boxY + 15, title.length() > 23 ? title.substring(0, 22) + "…" : title);
            drawing.label(x + 6, boxY + 30, "line " + task.line());
            right = Math.max(right, x + BOX_WIDTH + 20);
        }
        y = top + rows.size() * DOWN + 10;
    }
}
