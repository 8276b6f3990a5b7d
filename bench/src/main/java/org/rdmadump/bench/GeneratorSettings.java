package org.rdmadump.bench;

import java.nio.file.Path;
import java.util.Optional;
import org.rdmadump.bench.generate.Traffic;

/**
 * What to generate.
 *
 * @param traffic what writes the frames
 * @param size bytes of the file, about
 * @param snapLength bytes to keep of each frame
 * @param packets frames of the file at most
 * @param output the file; standard output if there is none
 */
record GeneratorSettings(
    Traffic traffic, long size, int snapLength, long packets, Optional<Path> output) {}
