/// Reports in a real browser.
@NullMarked
package sectile.report.browser;

import org.jspecify.annotations.NullMarked;
