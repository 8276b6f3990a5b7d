/** Tests of what NFS says about files. */
@NullMarked
package org.rdmadump.analysis.extract.nfs;

import org.jspecify.annotations.NullMarked;
