/** Secrets that only the api and its commands use. Start scripts withhold them from the workers. */
export const API_SECRETS = [
  'SESSION_KEY',
  'SESSION_KEY_PREVIOUS',
  'ADMIN_PASSWORD',
  'OIDC_CLIENT_SECRET',
  'STRIPE_WEBHOOK_SECRET',
] as const;
