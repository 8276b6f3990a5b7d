/** Filter expressions, which select records by their fields. */
@NullMarked
package org.rdmadump.analysis.filter;

import org.jspecify.annotations.NullMarked;
