package sectile.report.html;

import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.stream.Collectors;

/// The frame of a [Playback] and its data; `playback.js` plays it.
///
/// The drawing is in a shadow tree, where its styles are its own; the policy of the page lets it run no script.
final class PlaybackView {
    private PlaybackView() {}

    static void write(Playback playback, Html out) {
        out.raw("<div class=\"playback\"><div class=\"tools\"><button type=\"button\" data-play>Play</button>");
        out.raw("<input type=\"range\" min=\"-1\" value=\"-1\"")
                .attribute("max", playback.frames() - 1)
                .attribute("aria-label", "Moment of the run")
                .raw("><output></output></div>");
        out.raw("<div class=\"scroll\" tabindex=\"0\" role=\"region\"")
                .attribute("aria-label", playback.title())
                .raw("><div class=\"drawing\" role=\"img\"")
                .attribute("aria-label", playback.description())
                .raw(
                        "><template shadowrootmode=\"open\"><style>svg { width: 100%; min-width: 700px; max-width: 1200px; height: auto; }")
                .raw("</style>")
                .raw(playback.svg())
                .raw("</template></div></div><div class=\"tip\" role=\"status\" hidden></div>");
        out.element("p", "hint", playback.description());
        out.raw("<script type=\"application/json\">").raw(data(playback)).raw("</script></div>");
    }

    private static String data(Playback playback) {
        var levels = new ByteArrayOutputStream();
        playback.parts().forEach(part -> part.levels().forEach(levels::write));
        return "{\"end\":" + playback.endPs() + ",\"frames\":" + playback.frames() + ",\"parts\":["
                + playback.parts().stream()
                        .map(part -> "[" + DataBlock.quote(part.place()) + "," + DataBlock.quote(part.name()) + ","
                                + part.total() + "]")
                        .collect(Collectors.joining(","))
                + "],\"levels\":\"" + Base64.getEncoder().encodeToString(levels.toByteArray()) + "\"}";
    }
}
