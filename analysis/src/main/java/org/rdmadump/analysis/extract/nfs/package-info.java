/** What NFS version 2, 3 and 4 say about files. */
@NullMarked
package org.rdmadump.analysis.extract.nfs;

import org.jspecify.annotations.NullMarked;
