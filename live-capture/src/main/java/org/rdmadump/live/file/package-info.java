/** Output of live captures: one pcapng file, or a rotating set of files. */
@NullMarked
package org.rdmadump.live.file;

import org.jspecify.annotations.NullMarked;
