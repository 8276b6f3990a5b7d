/** Tests of comparisons, with runs that are made of real captures. */
@NullMarked
package org.rdmadump.analysis.compare;

import org.jspecify.annotations.NullMarked;
