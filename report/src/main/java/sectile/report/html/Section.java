package sectile.report.html;

/// A part of a report, with a title that the contents list.
public sealed interface Section
        permits Cards,
                DataTable,
                BarChart,
                SplitChart,
                HeatMap,
                MeshMap,
                Picture,
                Playback,
                LinePlot,
                ParallelPlot,
                Timeline,
                Lanes,
                Prose {
    String title();
}
