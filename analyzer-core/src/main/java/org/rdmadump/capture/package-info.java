/**
 * Captures as a sequence of frames: where the bytes of each frame are, when it was taken, and where
 * and why an input stopped being a capture.
 */
@NullMarked
package org.rdmadump.capture;

import org.jspecify.annotations.NullMarked;
