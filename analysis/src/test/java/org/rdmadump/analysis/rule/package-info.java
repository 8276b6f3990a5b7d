/** Whether the catalogue of rules is whole. */
@NullMarked
package org.rdmadump.analysis.rule;

import org.jspecify.annotations.NullMarked;
