/** Tables as Parquet files. */
@NullMarked
package org.rdmadump.parquet;

import org.jspecify.annotations.NullMarked;
