/**
 * Actions in the activity log. These values are stored and shown, so they never change. The console derives an entry's
 * badge from its action; see `activityKind`.
 */
export const ACTIVITY_ACTIONS = [
  'User created',
  'User updated',
  'User deleted',
  'User activated',
  'User deactivated',
  'User promoted',
  'Token generated',
  'Token deleted',
  'Tokens revoked',
  'Assistant connected',
  'Assistant disconnected',
  'Impersonation started',
  'Impersonation stopped',
  'Settings updated',
  'Guideline updated',
  'Password updated',
  'Connection tested',
  'Signed in',
  'Signed out',
  'Sign-in refused',
  'Identity confirmed',
  'Sign-in factor added',
  'Sign-in factor removed',
  'Recovery codes created',
  'Access restored',
  'Call uploaded',
  'Call reprocessed',
  'Speakers swapped',
  'Call updated',
  'Transcript updated',
  'Label corrected',
  'Label correction undone',
  'Call edited',
  'Summary requested',
  'Link created',
  'Link revoked',
  'Demo call uploaded',
  'Resend requested',
  'Contact message received',
  'Contact message updated',
  'Unsubscribed from emails',
  'Resubscribed to emails',
  'Alert address confirmed',
  'Alert address declined',
  'Subscription canceled',
  'Subscription updated',
  'Checkout started',
  'Billing portal opened',
  'Billing paused',
  'Billing resumed',
  'Deactivation failed',
  'Payment event failed',
  'Usage report failed',
  'Member invited',
  'Invitation revoked',
  'Member joined',
  'Member updated',
  'Member removed',
  'Ownership transferred',
  'Agent updated',
  'Customer updated',
  'Customers merged',
  'Customer split',
  'Call deleted',
  'Call restored',
  'Customer erased',
  'Export started',
  'Export downloaded',
  'Export canceled',
  'Export deleted',
] as const;
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number];

const NON_ACCOUNT_ACTIONS: readonly ActivityAction[] = [
  'User deleted',
  'User promoted',
  'Password updated',
  'Signed in',
  'Signed out',
  'Sign-in refused',
  'Identity confirmed',
  'Sign-in factor added',
  'Sign-in factor removed',
  'Recovery codes created',
  'Access restored',
  'Contact message received',
  'Contact message updated',
  'Payment event failed',
  'Usage report failed',
];

export const ACCOUNT_ACTIONS: readonly ActivityAction[] = ACTIVITY_ACTIONS.filter(
  (action) => !NON_ACCOUNT_ACTIONS.includes(action),
);

export const ACTIVITY_KINDS = ['new', 'update', 'removed', 'action'] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

export function activityKind(action: string): ActivityKind {
  if (/created|generated/i.test(action)) return 'new';
  if (/updated/i.test(action)) return 'update';
  return /deleted|revoked/i.test(action) ? 'removed' : 'action';
}
