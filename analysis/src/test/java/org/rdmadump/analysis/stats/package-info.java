@NullMarked
package org.rdmadump.analysis.stats;

import org.jspecify.annotations.NullMarked;
