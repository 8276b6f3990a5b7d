@NullMarked
package org.rdmadump.report.csv;

import org.jspecify.annotations.NullMarked;
