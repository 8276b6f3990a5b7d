/** TCP headers, and the two byte streams of a connection put together from segments. */
@NullMarked
package org.rdmadump.tcp;

import org.jspecify.annotations.NullMarked;
