export const CHECKOUT_COPY = {
  title: 'Choose Your Plan',
  notSetUp: "Payments aren't set up here. Contact us, and we'll set up your plan.",
  processing: 'Processing...',
  loading: 'Processing your subscription...',
  welcome: (product: string) => `Welcome to ${product}!`,
  active: 'Your subscription is now active.',
  open: 'Access Your Dashboard',
} as const;
