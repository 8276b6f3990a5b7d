/** What tests of every module share. */
@NullMarked
package org.rdmadump.testing;

import org.jspecify.annotations.NullMarked;
