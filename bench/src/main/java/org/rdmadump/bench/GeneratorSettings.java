package org.rdmadump.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.rdmadump.bench.generate.Hostile;

/**
 * What to generate.
 *
 * @param kind what traffic
 * @param bases captures to replay; empty for other kinds
 * @param size bytes of the file, about
 * @param connections connections at a time
 * @param mtu path MTU of synthetic traffic
 * @param crc whether iWARP has CRCs
 * @param seed where randomness starts: the same settings give the same file
 * @param snapLength bytes to keep of each frame
 * @param packets frames of the file at most
 * @param hostile what makes the packets of {@link Kind#HOSTILE} dear; empty for other kinds
 * @param output the file; standard output if there is none
 */
record GeneratorSettings(
    Kind kind,
    List<Path> bases,
    long size,
    int connections,
    int mtu,
    boolean crc,
    long seed,
    int snapLength,
    long packets,
    Optional<Hostile.Kind> hostile,
    Optional<Path> output) {

  /** What can be generated. */
  enum Kind {
    /** Copies of real conversations. */
    REPLAY,
    /** READs and WRITEs of 1 MiB. */
    BULK,
    /** The same over iWARP. */
    IWARP_BULK,
    /** TCP without RDMA. */
    PLAIN_TCP,
    /** What fills tables. */
    HURT,
    /** Packets that cost more than others. */
    HOSTILE
  }

  GeneratorSettings {
    bases = List.copyOf(bases);
  }
}
