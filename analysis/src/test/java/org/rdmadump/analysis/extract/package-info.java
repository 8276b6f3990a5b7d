/** Tests of extracted files, on events as messages would cause them. */
@NullMarked
package org.rdmadump.analysis.extract;

import org.jspecify.annotations.NullMarked;
