/**
 * The RDMA devices and net devices of a machine, as Linux shows them in sysfs. Values are read when
 * they are asked for; what sysfs does not hold is empty, never made up.
 */
@NullMarked
package org.rdmadump.device;

import org.jspecify.annotations.NullMarked;
