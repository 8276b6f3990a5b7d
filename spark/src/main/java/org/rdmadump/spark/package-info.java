/** Many captures as tables, with Apache Spark: a library and a job. */
@NullMarked
package org.rdmadump.spark;

import org.jspecify.annotations.NullMarked;
