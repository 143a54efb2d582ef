/** The fixed words of the documentation. Tests read them from here. */
export const DOCS_COPY = {
  /** Tags of the OpenAPI document that have a tab, in this order. */
  tabs: ['n8n', 'Dashboard', 'Users', 'Tokens', 'Analytics', 'Settings'],
  bestPractices: [
    {
      title: 'Store tokens securely',
      text: 'Keep them in the credential store of your automation, never in a workflow, a page or a repository.',
    },
    { title: 'Use HTTPS', text: 'A token that travels in the clear can be read on its way.' },
    {
      title: 'Regenerate if compromised',
      text: 'Delete the token under API Tokens and generate a new one; the old one stops working at once.',
    },
    {
      title: 'Handle errors',
      text: 'Look at the status first, switch on the code, and show the message: it says what to do.',
    },
    {
      title: 'Cache',
      text: 'Keep answers that rarely change, such as a profile, instead of asking before every call.',
    },
    { title: 'Batch', text: 'Report usage once for several runs rather than once for each.' },
    { title: 'Monitor limits', text: 'Compare the minutes used with the monthly limit before it is reached.' },
    { title: 'Handle rate limits', text: 'After a 429 wait for the seconds in Retry-After, then try again.' },
  ],
} as const;
