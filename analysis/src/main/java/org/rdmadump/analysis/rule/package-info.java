/** Every rule that a finding can name. */
@NullMarked
package org.rdmadump.analysis.rule;

import org.jspecify.annotations.NullMarked;
