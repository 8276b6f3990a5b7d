/** Answers: what the writers of records and reports share. */
@NullMarked
package org.rdmadump.report;

import org.jspecify.annotations.NullMarked;
