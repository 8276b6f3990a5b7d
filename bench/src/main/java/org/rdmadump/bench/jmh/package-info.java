/** What the parts that every packet or message passes cost, warm: run by {@code bench/jmh}. */
@NullMarked
package org.rdmadump.bench.jmh;

import org.jspecify.annotations.NullMarked;
