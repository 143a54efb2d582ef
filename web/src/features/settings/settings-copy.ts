export const SETTINGS_COPY = {
  title: 'Notification Settings',
  all: 'All settings',
  notifications: 'Notifications',
  limits: 'Usage Limits',
  connections: 'Connections',
  followUps: 'Follow-ups',
  guideline: 'Your guideline',
  names: 'Names and words',
  time: 'Time zone',
  labels: 'Labels',
  privacy: 'Privacy',
  storage: 'Storage',
  paused:
    'Your account is turned off. New calls are skipped and no alerts are sent. Turn it on to change notifications and usage limits.',
  saved: 'Saved',
  copiedIt: "I've Copied the Secret",
  failed: 'Failed to update settings',
} as const;
