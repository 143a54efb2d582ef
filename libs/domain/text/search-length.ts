/** Shorter searches of calls and customers are rejected. */
export const MIN_SEARCH_LENGTH = 2;
