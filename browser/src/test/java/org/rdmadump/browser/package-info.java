/** The report in a browser: what it shows, how it is used, and what it never does. */
@NullMarked
package org.rdmadump.browser;

import org.jspecify.annotations.NullMarked;
