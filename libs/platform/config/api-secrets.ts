/** Secrets that only the API and its commands use. Start scripts don't pass them to the workers. */
export const API_SECRETS = [
  'SESSION_KEY',
  'SESSION_KEY_PREVIOUS',
  'ADMIN_PASSWORD',
  'OIDC_CLIENT_SECRET',
  'STRIPE_WEBHOOK_SECRET',
] as const;
