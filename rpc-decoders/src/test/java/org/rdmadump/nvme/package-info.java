/** Tests of the package. */
@NullMarked
package org.rdmadump.nvme;

import org.jspecify.annotations.NullMarked;
