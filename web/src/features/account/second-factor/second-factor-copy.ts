import { plural } from '../../../lib/format/format';

export const SECOND_FACTOR_COPY = {
  off: "Off. Add a passkey or an app on your phone, so your password alone can't open your account.",
  on: 'On. Signing in with your password also requires one of these. A passkey can also replace your password.',
  unavailable: "You don't sign in with a password here. Your sign-in provider handles two-step verification.",
  required: "Administrators must use two-step verification, so you can't remove your only second step.",
  codesLeft: (count: number) =>
    count === 0
      ? 'No recovery codes left. Create new ones so you can sign in without your phone.'
      : `${plural(count, 'recovery code')} left, for when you don't have your phone.`,
  app: 'Authenticator app',
  passkey: (name: string) => `Passkey: ${name}`,
  turnOn: 'Set up an app',
  failed: 'Something went wrong. Please try again.',
  setup: {
    title: 'Set up your authenticator app',
    scan: 'Scan this with an authenticator app, such as Google Authenticator, Microsoft Authenticator or 1Password.',
    qrCode: 'QR code for your authenticator app',
    code: 'Code',
    missing: 'Enter the 6 digits from your app.',
    activate: 'Turn on',
  },
  passkeys: {
    add: 'Add a passkey',
    title: 'Add a passkey',
    text: 'A passkey is stored on your phone, your computer or a security key. It signs you in with your fingerprint, face, screen lock or PIN, without your password.',
    name: 'Name',
    missing: 'Enter a name.',
    create: 'Continue',
    use: 'Use a passkey',
    using: 'Waiting for your device...',
  },
  codes: {
    title: 'Your recovery codes',
    text: "Each code signs you in once when you don't have your phone. Print them or save them in a password manager.",
    saved: "I've saved them",
    renew: 'New recovery codes',
    renewQuestion: 'Your existing recovery codes will stop working.',
  },
  remove: {
    action: 'Remove',
    titleLast: 'Turn off two-step verification?',
    questionLast: 'Your password alone will sign you in again, and your recovery codes will stop working.',
    title: (factor: string) => `Remove ${factor}?`,
    question: 'It will no longer sign you in.',
    confirm: 'Remove',
    pending: 'Removing...',
    done: 'Removed',
    doneLast: 'Two-step verification is off',
  },
} as const;
