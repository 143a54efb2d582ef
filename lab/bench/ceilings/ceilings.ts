/**
 * The maximum amount of work per operation, regardless of the machine. If the test next to this file fails, decide
 * whether the feature is worth its cost on every call before you raise a number.
 */
export const CEILINGS = {
  'call accepted with a link': { transactions: 2, statements: 2, redisCommands: 3, rows: 1, indexEntries: 8 },
  'call uploaded': { transactions: 2, statements: 2, redisCommands: 3, rows: 2, indexEntries: 7 },
  'call released': { transactions: 2, statements: 6, redisCommands: 1, rows: 2, indexEntries: 8 },
  'call processed, from a known customer': {
    transactions: 4,
    statements: 11,
    redisCommands: 0,
    rows: 18,
    indexEntries: 31,
  },
  'call processed, from a new customer': {
    transactions: 6,
    statements: 15,
    redisCommands: 0,
    rows: 20,
    indexEntries: 37,
  },
  'label corrected': { transactions: 4, statements: 22, redisCommands: 3, rows: 7, indexEntries: 11 },
  'call deleted': { transactions: 2, statements: 22, redisCommands: 2, rows: 13, indexEntries: 18 },
};

/** The maximum number of statements for a brief, including the assistant's token. */
export const BRIEF_CEILINGS = {
  'customer_brief Dana Reyes': 7,
  'customer_brief 90117': 9, // not a phone number, so it could be a ServiceTitan ID
  'job_brief 48213': 7,
};

/**
 * The maximum number of statements per page of each list, by `operationId`, including the user's session or the
 * client's token. A list without a ceiling also fails the test.
 */
export const LIST_CEILINGS: Record<string, number> = {
  getBookings: 6,
  getDailyUsage: 2,
  getHappiness: 7,
  getUsageAnalytics: 2,
  getUserUsage: 5,
  listActivity: 3,
  listAgents: 3,
  listAssistants: 2,
  listCallShares: 3,
  listCalls: 3,
  'listCalls?search=technician': 6,
  listChangedFollowUps: 2,
  listUserConnections: 6,
  listContactMessages: 4,
  listCustomers: 2,
  listDeliveries: 4,
  listErasures: 2,
  listExports: 2,
  listFollowUpDeliveries: 4,
  listFollowUps: 3, // includes the office hours, which separate today's follow-ups from older ones
  listGuidelineVersions: 2,
  listInvitations: 2,
  listMembers: 2,
  listMyAccounts: 2,
  listMyActivity: 3,
  listMyAssistants: 2,
  listMyConnections: 5,
  listMySessions: 2,
  listOpenDays: 2,
  listRecentCalls: 2,
  listSavedFilters: 2,
  listSecurityEvents: 3,
  listTokens: 3,
  listUndelivered: 2,
  listUserErrors: 3,
  listUsers: 6,
  listUsersWithTokens: 4,
};
