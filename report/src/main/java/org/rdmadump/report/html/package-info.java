/** The report: one HTML file that needs no network. */
@NullMarked
package org.rdmadump.report.html;

import org.jspecify.annotations.NullMarked;
