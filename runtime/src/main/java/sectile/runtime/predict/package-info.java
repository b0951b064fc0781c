/// How long a program would take on the simulated machine if that machine were this CPU: [Calibration] measures the
/// CPU, [HostModel] is what it found as settings of a topology, [Prediction] simulates a program on it.
///
/// ```java
/// HostModel model = Calibration.measure(device);
/// Prediction predicted = Prediction.of(program, run, model, evaluation.bytes());
/// ```
@NullMarked
package sectile.runtime.predict;

import org.jspecify.annotations.NullMarked;
