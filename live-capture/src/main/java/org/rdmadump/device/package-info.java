/**
 * The RDMA devices and net devices of a machine, as Linux shows them in sysfs. A value is read at
 * its first use. A value that sysfs does not hold is empty.
 */
@NullMarked
package org.rdmadump.device;

import org.jspecify.annotations.NullMarked;
