package org.rdmadump.analysis.extract;

/**
 * What an extraction came to.
 *
 * @param files files with data, empty ones included
 * @param bytes known bytes in the output folder
 * @param incomplete files of which bytes that moved were not seen
 * @param evictedNodes files and directories forgotten, and names not taken, because of a limit
 * @param refusedFiles READs and WRITEs of files for which there was no room
 * @param unknownFiles READs and WRITEs of files that neither a handle nor a name tells
 * @param refusedRanges pieces of files for which there was no room, those that wait for a COMMIT
 *     too
 * @param beyond bytes beyond the limit on offsets
 */
public record ExtractSummary(
    long files,
    long bytes,
    long incomplete,
    long evictedNodes,
    long refusedFiles,
    long unknownFiles,
    long refusedRanges,
    long beyond) {}
