/** What live captures are written to: pcapng files, one or a rotating set. */
@NullMarked
package org.rdmadump.live.file;

import org.jspecify.annotations.NullMarked;
