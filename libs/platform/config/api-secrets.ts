/** Secrets that only the api and its commands use. Whatever starts the processes keeps them from the workers. */
export const API_SECRETS = [
  'SESSION_KEY',
  'SESSION_KEY_PREVIOUS',
  'ADMIN_PASSWORD',
  'OIDC_CLIENT_SECRET',
  'STRIPE_WEBHOOK_SECRET',
] as const;
