/**
 * The most that each piece of work may do, on any machine. The test beside this file fails when one does more: then decide
 * whether the feature is worth that for every call, and raise the number.
 */
export const CEILINGS = {
  'call accepted as a link': { transactions: 2, statements: 2, redisCommands: 3, rows: 1, indexEntries: 8 },
  'call uploaded': { transactions: 2, statements: 2, redisCommands: 3, rows: 2, indexEntries: 7 },
  'call released': { transactions: 2, statements: 6, redisCommands: 1, rows: 2, indexEntries: 8 },
  'call processed, of a known customer': {
    transactions: 4,
    statements: 15,
    redisCommands: 0,
    rows: 18,
    indexEntries: 32,
  },
  'call processed, of a new customer': {
    transactions: 6,
    statements: 20,
    redisCommands: 0,
    rows: 20,
    indexEntries: 38,
  },
  'label corrected': { transactions: 4, statements: 22, redisCommands: 3, rows: 7, indexEntries: 11 },
  'call deleted': { transactions: 2, statements: 22, redisCommands: 2, rows: 13, indexEntries: 18 },
};

/** The most statements that a page of a list may take, the session of the user included. */
export const LIST_CEILINGS = {
  '/api/calls': 3,
  '/api/calls?search=heater': 6,
  '/api/customers': 2,
  '/api/follow-ups': 2,
  '/api/my/activity': 3,
  '/api/my/happiness': 7,
  '/api/my/recent-calls': 2,
};
