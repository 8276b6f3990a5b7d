package org.rdmadump.capture;

/**
 * What is wrong with an input of one or several.
 *
 * @param text names the input and says it, for a person
 * @param frame number of the frame at the damage, among those of all inputs; 0 where there is none
 */
public record InputDamage(String text, long frame) {}
