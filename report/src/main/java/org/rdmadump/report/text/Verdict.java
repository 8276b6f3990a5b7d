package org.rdmadump.report.text;

/**
 * A sentence of the first page about a capture.
 *
 * @param label what it is about, in a word
 * @param ink colour of the label: it says how bad it is
 * @param sentence what was seen, in ASCII
 * @param command what shows more, without {@code rdmadump} and the files; empty if nothing does
 */
record Verdict(String label, Palette.Ink ink, String sentence, String command) {}
