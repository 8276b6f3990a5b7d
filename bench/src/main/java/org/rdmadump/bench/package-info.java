/** Makes captures of any size, for measuring. */
@NullMarked
package org.rdmadump.bench;

import org.jspecify.annotations.NullMarked;
