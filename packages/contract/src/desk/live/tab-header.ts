/**
 * Header of a write: a random id of the page that sends it. Live changes carry it back, so that the page knows its own
 * writes (OQ-492).
 */
export const tabHeader = 'tab-id'
