@NullMarked
package org.rdmadump.report.table;

import org.jspecify.annotations.NullMarked;
