export const ANALYTICS_COPY = {
  topAccounts: 'Top Accounts by Usage',
  empty: 'No usage data available yet',
} as const;
