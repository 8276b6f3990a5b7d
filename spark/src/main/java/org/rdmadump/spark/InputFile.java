package org.rdmadump.spark;

import java.io.Serializable;

/**
 * A file as its file system lists it. If any of this differs, it is another file.
 *
 * @param path with its scheme, such as {@code hdfs://cluster/captures/trace.pcap}
 * @param length in bytes
 * @param modified milliseconds since 1970 in UTC
 */
record InputFile(String path, long length, long modified) implements Serializable {}
