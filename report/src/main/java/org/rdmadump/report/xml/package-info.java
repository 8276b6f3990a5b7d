/** Reports as XML, in the form that JUnit has for results of tests. */
@NullMarked
package org.rdmadump.report.xml;

import org.jspecify.annotations.NullMarked;
