export const ACCOUNT_COPY = {
  profile: {
    title: 'Profile',
    save: 'Save',
    saving: 'Saving...',
    saved: 'Your profile has been saved',
    failed: 'Failed to save your profile',
  },
  password: {
    title: 'Password',
    change: 'Change Password',
    set: 'Set Password',
    changed: 'Your password has been changed. Your other sessions have ended.',
    failed: 'Failed to change your password',
    missing: 'Enter your current password.',
  },
  sessions: {
    title: 'Where you are signed in',
    signOut: 'Sign out',
    signOutOthers: 'Sign out everywhere else',
    ended: 'That browser is signed out',
    othersEnded: 'You are signed out everywhere else',
    failed: 'Failed to sign out. Please try again.',
  },
} as const;
