export const ANALYTICS_COPY = {
  topAccounts: 'Top Accounts by Usage',
  empty: 'No usage data available yet',
  health: 'System Health',
  asTable: 'Show as table',
} as const;
