/**
 * What happened in a capture, counted: by connection, by operation, by RDMA operation, over time.
 */
@NullMarked
package org.rdmadump.analysis.stats;

import org.jspecify.annotations.NullMarked;
