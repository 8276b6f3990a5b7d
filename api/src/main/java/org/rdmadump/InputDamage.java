package org.rdmadump;

/**
 * What is wrong with an input, as {@code rdmadump check} says it.
 *
 * @param text names the input and says it, for a person
 * @param frame number of the frame at the damage; 0 where there is none
 */
record InputDamage(String text, long frame) {}
