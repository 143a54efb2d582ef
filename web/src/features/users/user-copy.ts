import type { UserAccount } from '../../api/types';

export const USER_COPY = {
  status: { active: 'ACTIVE', demo: 'DEMO', member: 'MEMBER', disabled: 'DISABLED' },
  billing: {
    pausing: 'Pausing billing…',
    paused: 'Billing paused',
    resuming: 'Resuming billing…',
    canceling: 'Canceling subscription…',
  },
  actions: {
    activate: 'Activate',
    promote: 'Make Admin',
    deactivate: 'Deactivate',
    impersonate: 'Login As User',
    edit: 'Edit',
    password: 'Set Password',
    remove: 'Delete',
  },
  create: {
    open: 'Create User',
    title: 'Create New User',
    succeeded: 'User created successfully',
    failed: 'Failed to create user',
  },
  edit: {
    title: 'Edit User',
    save: 'Update User',
    saving: 'Updating...',
    active: 'Active Status',
    activeHint: 'Enable or disable this user account',
    billingPauses: "Billing is paused while the account is disabled. No payments are collected until it's enabled.",
    billingResuming: 'Billing is resuming.',
    billingResumes: 'Billing resumes when the account is enabled.',
    succeeded: { title: 'User Updated', description: 'User information has been successfully updated' },
    failed: 'Failed to update user',
    noneSelected: 'No user selected',
  },
  password: { title: 'Set Password', succeeded: 'Password has been set', failed: 'Failed to set password' },
  remove: {
    confirm: 'Are you sure you want to delete this user?',
    account: ({ name, isSoleOwner, hasSubscription, memberCount }: UserAccount) =>
      isSoleOwner
        ? [
            `The account ${name} will be deleted, along with its calls, recordings, transcripts, usage, settings and tokens.`,
            memberCount > 1 && `Its other members (${memberCount - 1}) will lose access.`,
            hasSubscription && 'Its subscription will be canceled first.',
          ]
            .filter(Boolean)
            .join(' ')
        : `The account ${name} and its calls will be kept.`,
    final: "This can't be undone.",
    pending: 'Deleting…',
    succeeded: 'User deleted successfully',
    failed: 'Failed to delete user',
  },
  activate: {
    confirm: 'Are you sure you want to activate this demo account? This will give the user access to the full system.',
    succeeded: 'User account activated successfully',
    failed: 'Failed to activate user account',
  },
  deactivate: {
    confirm: (name: string) =>
      `Are you sure you want to deactivate ${name}? This will revert their account to demo status and remove all access.`,
    succeeded: 'User account deactivated and reverted to demo status',
    failed: 'Failed to deactivate user account',
  },
  promote: {
    confirm: (name: string) =>
      `Are you sure you want to promote ${name} to administrator? This will give them full admin access.`,
    succeeded: 'User promoted to administrator successfully',
    failed: 'Failed to promote user to admin',
  },
  invalid: {
    firstName: 'First name is required',
    lastName: 'Last name is required',
  },
} as const;
