package org.rdmadump.analysis.ends;

import java.util.List;

/**
 * What two captures say of the exchanges between their ends.
 *
 * @param operations where their time went, by operation
 * @param slowest the slowest exchanges that both have, the slowest first
 * @param matched exchanges that both have from call to reply
 * @param incomplete exchanges of which one capture or both have no reply
 * @param onlyInA calls that only A has, of the time in which both ran
 * @param onlyInB calls that only B has
 * @param sampledOf 1 if all exchanges were compared; 2, 4, ... if one of so many was
 */
public record ExchangeReport(
    List<OperationParts> operations,
    List<ExchangeParts> slowest,
    long matched,
    long incomplete,
    long onlyInA,
    long onlyInB,
    long sampledOf) {}
