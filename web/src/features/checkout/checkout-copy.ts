export const CHECKOUT_COPY = {
  title: 'Choose Your Plan',
  processing: 'Processing...',
  loading: 'Processing your subscription...',
  welcome: (product: string) => `Welcome to ${product}!`,
  active: 'Your subscription is now active.',
  open: 'Access Your Dashboard',
} as const;
