/** The fields that the declarations of protocols have: arguments and results of operations. */
@NullMarked
package org.rdmadump.analysis.field.xdr;

import org.jspecify.annotations.NullMarked;
