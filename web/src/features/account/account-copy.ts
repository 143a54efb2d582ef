export const ACCOUNT_COPY = {
  profile: {
    saved: 'Your profile has been saved',
  },
  picture: {
    hint: 'PNG, JPEG or WebP, up to 2 MB. Members of your accounts can see it.',
    tooLarge: "Choose a picture that's 2 MB or smaller.",
    saved: 'Your picture has been saved',
    removed: 'Your picture has been removed',
    failed: 'Failed to save your picture',
  },
  password: {
    changed: "Your password has been changed. You're signed out everywhere else, and your assistants are disconnected.",
    failed: 'Failed to change your password',
    missing: 'Enter your current password.',
  },
  confirmation: {
    title: "Confirm it's you",
    password: "Enter your password to make this change. We won't ask again for 15 minutes.",
    signIn: "Sign in again to make this change. You'll come back to this page, where you can try it again.",
    label: 'Password',
    ownPassword: 'Your own password',
    code: 'Code',
    missing: 'Enter your password.',
    codeMissing: 'Enter a code.',
    passwordAndMore:
      "Enter your password and complete your second step to make this change. We won't ask again for 15 minutes.",
    useCode: 'Use a code instead',
    usePasskey: 'Use a passkey instead',
    confirmWithPasskey: 'Confirm with passkey',
    confirm: 'Confirm',
    failed: "Couldn't confirm. Please try again.",
  },
  alerts: {
    save: 'Save alerts',
    saved: 'Your alerts have been saved',
    missing: 'Enter a time, such as 9:00 PM.',
  },
  sessions: {
    signOut: 'Sign out',
    signOutOthers: 'Sign out everywhere else',
    signOutOthersTitle: 'Sign out everywhere else?',
    signOutOthersQuestion:
      "You're also signed in on other browsers. Sign out there so they require your new second step, too. " +
      'This also disconnects your assistants.',
    signOutOthersHint: 'This also disconnects your assistants.',
    ended: 'Signed out of that browser',
    failed: 'Failed to sign out. Please try again.',
  },
} as const;
