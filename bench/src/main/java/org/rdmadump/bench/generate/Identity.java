package org.rdmadump.bench.generate;

/**
 * What makes one copy of a conversation another connection than the conversation itself.
 *
 * @param clientAddress the last four bytes of the client's IP address
 * @param xid added to every XID
 * @param handle added to every handle
 * @param queuePair added to every queue pair number but 0 and 1
 * @param communicationId added to every communication ID, and to the transaction ID's lower half
 * @param clientPsn added to the PSNs of the client's requests
 * @param serverPsn added to those of the server's
 */
record Identity(
    int clientAddress,
    int xid,
    int handle,
    int queuePair,
    int communicationId,
    int clientPsn,
    int serverPsn) {}
