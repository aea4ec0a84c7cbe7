/**
 * Header of a write's response: the position of the primary's log after the write. Sent back with later requests, it
 * keeps a read replica from serving data from before the write (OQ-185).
 */
export const positionHeader = 'database-position'

/** The value if the position is not known: the request is then served by the primary. */
export const unknownPosition = 'unknown'
