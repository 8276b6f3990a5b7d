/** The fields of messages and exchanges. */
@NullMarked
package org.rdmadump.analysis.field.message;

import org.jspecify.annotations.NullMarked;
