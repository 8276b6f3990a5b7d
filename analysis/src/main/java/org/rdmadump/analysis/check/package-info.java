/**
 * Findings of a whole capture: the catalogue of rules, those over messages, and what is selected.
 */
@NullMarked
package org.rdmadump.analysis.check;

import org.jspecify.annotations.NullMarked;
