/** What holds of the classes of all modules together. */
@NullMarked
package org.rdmadump.structure;

import org.jspecify.annotations.NullMarked;
