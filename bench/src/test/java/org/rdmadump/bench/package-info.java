/** Tests of the generator. */
@NullMarked
package org.rdmadump.bench;

import org.jspecify.annotations.NullMarked;
