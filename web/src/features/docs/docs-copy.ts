export const DOCS_COPY = {
  // OpenAPI tags, in the order of their tabs.
  tabs: ['n8n', 'Dashboard', 'Users', 'Tokens', 'Analytics', 'Settings'],
  assistants: {
    subtitle:
      "“What did customers complain about this month, and who's still waiting for a call?” Claude, ChatGPT, n8n and other " +
      'programs that support the Model Context Protocol (MCP) can find the answer in your calls.',
    apps:
      'Add this address as a connector and sign in when it asks you to. It must be reachable from the internet over HTTPS. ' +
      'Your account page lists connected assistants.',
    token:
      "For other programs, generate a token with “Read only” checked, so the assistant can't change anything, and replace YOUR_TOKEN " +
      'with it. Everything the assistant reads, including transcripts, is sent to its provider.',
    claudeCode: 'Run this in a terminal, then ask Claude.',
    claudeDesktop:
      'In Settings > Developer, choose Edit Config, add this, and restart Claude. This requires Node.js on your computer.',
    codex: 'Sign in to Codex with ChatGPT, and set RINGWELL_TOKEN to your token.',
    openAi: 'OpenAI connects to this URL, so it must be reachable from the internet over HTTPS.',
    n8n:
      'Connect an MCP Client Tool node to your AI Agent. Choose the server transport HTTP Streamable, enter this ' +
      'endpoint, and select Bearer Auth with a credential that contains your token.',
  },
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
    { title: 'Monitor limits', text: 'Check the minutes used against the monthly limit before you reach it.' },
    { title: 'Handle rate limits', text: 'After a 429, wait the number of seconds in Retry-After, then try again.' },
  ],
} as const;
