package sectile.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import sectile.compiler.pass.Pass;

/// Every pass has a page, and the guide names all of them in their order.
class PassPagesTest {
    @Test
    void everyPassHasAPage() {
        for (Pass pass : Pipelines.named(Pipelines.FULL)) {
            assertThat(Checkout.text("docs/passes/" + pass.name() + ".md"))
                    .as(pass.name())
                    .startsWith("# " + pass.name() + "\n");
        }
    }

    @Test
    void theGuideListsThePassesInTheirOrder() {
        String guide = Checkout.text("docs/compiler.md");
        int at = 0;
        for (Pass pass : Pipelines.named(Pipelines.FULL)) {
            int found = guide.indexOf("[" + pass.name() + "](passes/" + pass.name() + ".md)", at);
            assertThat(found)
                    .as(pass.name() + " in docs/compiler.md, after the pass before it")
                    .isGreaterThanOrEqualTo(0);
            at = found + 1;
        }
    }
}
