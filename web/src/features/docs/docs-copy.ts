export const DOCS_COPY = {
  // Tags of the OpenAPI document that have a tab, in order.
  tabs: ['n8n', 'Dashboard', 'Users', 'Tokens', 'Analytics', 'Settings'],
  bestPractices: [
    {
      title: 'Store tokens securely',
      text: "Keep them in your automation tool's credential store, never in a workflow, a page or a repository.",
    },
    { title: 'Use HTTPS', text: 'Plain HTTP exposes your token.' },
    {
      title: 'Regenerate if compromised',
      text: 'Delete the token under API Tokens and generate a new one; the old one stops working right away.',
    },
    {
      title: 'Handle errors',
      text: 'Check the status first, branch on the code, and show the message. It says what to do.',
    },
    {
      title: 'Cache',
      text: 'Store responses that rarely change, such as a profile, instead of requesting them before every call.',
    },
    { title: 'Batch', text: 'Report usage once for several runs instead of once per run.' },
    { title: 'Monitor limits', text: 'Compare the minutes used with the monthly limit before you reach it.' },
    { title: 'Handle rate limits', text: 'After a 429, wait the number of seconds in Retry-After, then try again.' },
  ],
} as const;
