/** What can be asked of a record by name: fields of messages, exchanges and frames. */
@NullMarked
package org.rdmadump.analysis.field;

import org.jspecify.annotations.NullMarked;
