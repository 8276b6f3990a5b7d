package org.rdmadump.cli;

/**
 * What is wrong with an input.
 *
 * @param text names the input and says it, for a person
 * @param frame number of the frame at the damage, among those of all inputs; 0 where there is none
 */
record InputProblem(String text, long frame) {}
