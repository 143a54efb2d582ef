export const LANDING_COPY = {
  tryFree: 'Try it Free',
  notes: ['No credit card required', 'Setup in 5 minutes'],
  steps: ['AI Summaries', 'Customer Happiness Labels', 'Automatic Logging', 'Instant Alerts'],
  benefits: ['Happier Customers', 'Save 1-Star Reviews', 'Techs Walk In Prepared'],
  stats: [
    { value: '99%', label: 'transcription accuracy' },
    { value: '5 min', label: 'setup' },
    { value: '30 sec', label: 'summary generation' },
    { value: '24/7', label: 'automated processing' },
  ],
  contact: {
    placeholders: {
      name: 'Your full name',
      email: 'you@yourcompany.com',
      phone: '(555) 123-4567',
      company: 'Your company name',
      message: 'Tell us how we can help...',
    },
    failed: 'Failed to send message. Please try again.',
  },
} as const;
