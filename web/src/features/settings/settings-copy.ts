/** The fixed words about the settings of an account. Tests read them from here. */
export const SETTINGS_COPY = {
  title: 'Notification Settings',
  notifications: 'Notifications',
  limits: 'Usage Limits',
  connections: 'Connections',
  paused:
    'Your account is switched off: new calls are skipped and nobody is told. Switch it on to change notifications and usage limits.',
  saved: 'Saved',
  copiedIt: "I've Copied the Secret",
  failed: 'Failed to update settings',
} as const;
