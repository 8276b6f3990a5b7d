/** MPA, DDP and RDMAP headers, one type for each. */
@NullMarked
package org.rdmadump.iwarp;

import org.jspecify.annotations.NullMarked;
