@NullMarked
package org.rdmadump.analysis.overview;

import org.jspecify.annotations.NullMarked;
