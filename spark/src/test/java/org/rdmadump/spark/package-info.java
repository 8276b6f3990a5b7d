/** Tests of captures as tables of Spark, in one process and as an application. */
@NullMarked
package org.rdmadump.spark;

import org.jspecify.annotations.NullMarked;
