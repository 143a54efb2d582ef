export const CHECKOUT_COPY = {
  title: 'Choose Your Plan',
  notSetUp: "Payments aren't set up here. Contact us, and we'll set up your plan.",
  processing: 'Processing...',
  active: 'Your subscription is now active.',
} as const;
