/** Tests of communication management. */
@NullMarked
package org.rdmadump.ib.cm;

import org.jspecify.annotations.NullMarked;
