@NullMarked
package sectile.report.sarif;

import org.jspecify.annotations.NullMarked;
