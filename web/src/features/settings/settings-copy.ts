export const SETTINGS_COPY = {
  title: 'Notification Settings',
  calls: 'Calls',
  data: 'Data',
  limits: 'Usage Limits',
  connections: 'Connections',
  labels: 'Labels',
  paused:
    'Call processing is turned off. New calls are skipped and no alerts are sent. Turn it on to change notifications and usage limits.',
  saved: 'Saved',
  copiedIt: "I've Copied the Secret",
  failed: 'Failed to update settings',
} as const;
