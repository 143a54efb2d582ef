export const SECOND_FACTOR_COPY = {
  off: 'Off. With an authenticator app on your phone, your password alone no longer opens your account.',
  on: (since: string) =>
    `On since ${since}: signing in with your password also takes a code from your authenticator app.`,
  lastUsed: (when: string) => `Last code used ${when}.`,
  unavailable: "You don't sign in with a password here, so the step that protects you is part of where you sign in.",
  required: "Administrators need two-step verification here, so it can't be turned off.",
  codesLeft: (count: number) =>
    count === 0
      ? 'No recovery codes left. Create new ones, so that you can sign in without your phone.'
      : `${count} recovery ${count === 1 ? 'code' : 'codes'} left, for when you don't have your phone.`,
  turnOn: 'Turn on',
  starting: 'Starting...',
  failed: 'Something went wrong. Please try again.',
  setup: {
    title: 'Set up your authenticator app',
    scan: 'Scan this with an authenticator app, such as Google Authenticator, Microsoft Authenticator or 1Password.',
    qrCode: 'QR code for your authenticator app',
    type: "Can't scan it? Type this key into the app:",
    key: 'Key',
    code: 'Code',
    codeHint: 'The 6 digits that the app shows.',
    missing: 'Enter the 6 digits that your app shows.',
    activate: 'Turn on',
    activating: 'Checking...',
    cancel: 'Cancel',
  },
  codes: {
    title: 'Your recovery codes',
    text: "Each code signs you in once when you don't have your phone. Print them or save them in a password manager.",
    onlyOnce: "These codes are shown only now. We can't show them again.",
    thing: 'Recovery codes',
    download: 'Download',
    file: 'recovery-codes.txt',
    saved: "I've saved them",
    renew: 'New recovery codes',
    renewing: 'Creating...',
    renewQuestion: 'Your earlier recovery codes will stop working.',
  },
  remove: {
    action: 'Turn off',
    title: 'Turn off two-step verification?',
    question: 'Your password alone will sign you in again, and your recovery codes will stop working.',
    confirm: 'Turn off',
    pending: 'Turning off...',
    done: 'Two-step verification is off',
  },
} as const;
