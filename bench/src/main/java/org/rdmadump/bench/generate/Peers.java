package org.rdmadump.bench.generate;

/**
 * The ends of a connection.
 *
 * @param client IPv4 address
 * @param server IPv4 address
 * @param clientQp queue pair of the client
 * @param serverQp queue pair of the server
 * @param clientPsn PSN of the client's first request
 * @param serverPsn PSN of the server's first request
 */
record Peers(int client, int server, int clientQp, int serverQp, int clientPsn, int serverPsn) {}
