/** What only a real adapter can prove about the sniffer: steps, each with what came of it. */
@NullMarked
package org.rdmadump.exercise.selftest;

import org.jspecify.annotations.NullMarked;
