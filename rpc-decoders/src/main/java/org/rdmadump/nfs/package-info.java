/** What the NFS family says about the bytes of its messages. */
@NullMarked
package org.rdmadump.nfs;

import org.jspecify.annotations.NullMarked;
