package sectile.sim.topology;

/// Where the SIPs of a system are in a drawing: grids as they are, rings in a line or, if long, in a loop of
/// lines that run to and fro.
record SipPlan(SipGrid grid, int columns, int rows, int shown) {
    private static final int MAX_LINE = 8;
    private static final int MAX_SIDE = 16;
    private static final int MAX_SHOWN = MAX_SIDE * MAX_SIDE;

    static SipPlan of(SipGrid grid) {
        if (grid.topology().twoDimensional()) {
            int columns = Math.min(grid.w(), MAX_SIDE);
            int rows = Math.min(grid.h(), MAX_SIDE);
            return new SipPlan(grid, columns, rows, columns * rows);
        }
        int shown = Math.min(grid.count(), MAX_SHOWN);
        if (grid.topology() == SipTopology.GRAPH) {
            int columns = Math.ceilDiv(shown, Math.max(1, (int) Math.round(Math.sqrt(shown / 2.0))));
            return new SipPlan(grid, columns, Math.ceilDiv(shown, columns), shown);
        }
        if (shown <= MAX_LINE) {
            return new SipPlan(grid, shown, 1, shown);
        }
        // An even number of lines, so that the loop closes on the side where it began.
        int rows = 2 * Math.max(1, (int) Math.round(Math.sqrt(shown) / 2));
        while (Math.ceilDiv(shown, Math.ceilDiv(shown, rows)) != rows) {
            rows -= 2;
        }
        return new SipPlan(grid, Math.ceilDiv(shown, rows), rows, shown);
    }

    /// Whether some SIPs are left out.
    boolean cut() {
        return shown < grid.count();
    }

    boolean shows(int sip) {
        return grid.topology().twoDimensional() ? grid.x(sip) < columns && grid.y(sip) < rows : sip < shown;
    }

    int column(int sip) {
        if (grid.topology().twoDimensional()) {
            return grid.x(sip);
        }
        int inRow = sip % columns;
        return row(sip) % 2 == 0 ? inRow : columns - 1 - inRow;
    }

    int row(int sip) {
        return grid.topology().twoDimensional() ? grid.y(sip) : sip / columns;
    }
}
