/**
 * Writes RoCEv2 traffic of any amount, in constant memory, at the speed of a disk.
 *
 * <p>The packet builder of the tests of {@code ib-decoders} is not used: it makes a dozen objects
 * and two copies of each packet so that every field can be wrong, which costs microseconds a
 * packet, and the main tree does not depend on test trees. Here packets are always right, and are
 * written into one buffer. The ICRC is computed by the decoder's own {@link org.rdmadump.ib.Icrc},
 * which real captures check.
 */
@NullMarked
package org.rdmadump.bench.generate;

import org.jspecify.annotations.NullMarked;
