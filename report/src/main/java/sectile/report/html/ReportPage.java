package sectile.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A report: its title, a line below it and the sections in order.
public record ReportPage(String title, String subtitle, List<Section> sections) {
    public ReportPage {
        sections = List.copyOf(sections);
    }

    /// The same page with further sections at the end.
    public ReportPage with(List<Section> more) {
        return new ReportPage(
                title, subtitle, Stream.concat(sections.stream(), more.stream()).toList());
    }

    public static Builder builder(String title, String subtitle) {
        return new Builder(title, subtitle);
    }

    /// Collects sections.
    public static final class Builder {
        private final String title;
        private final String subtitle;
        private final List<Section> sections = new ArrayList<>();

        private Builder(String title, String subtitle) {
            this.title = title;
            this.subtitle = subtitle;
        }

        public Builder add(Section section) {
            sections.add(section);
            return this;
        }

        public ReportPage build() {
            return new ReportPage(title, subtitle, sections);
        }
    }
}
