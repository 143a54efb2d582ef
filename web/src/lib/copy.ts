/** The words of the product that are fixed: titles, confirmations, toasts, validation messages. Tests read them from here. */
export const COPY = {
  unauthorized: { title: 'Unauthorized', description: 'You are logged out. Logging in again...' },
  error: 'Error',
  success: 'Success',
  notFound: '404 Page Not Found',
  copied: (thing: string) => ({ title: 'Copied!', description: `${thing} copied to clipboard` }),
  lastSync: 'Last sync',
  roles: { admin: 'Administrator', user: 'User' },

  nav: { adminDashboard: 'Admin Dashboard', users: 'User Management', tokens: 'API Tokens', analytics: 'Usage Analytics', dashboard: 'Dashboard', docs: 'API Docs' },

  signIn: { title: 'Welcome', button: (provider: string) => `Sign in with ${provider}` },

  landing: {
    headline: 'See Customer Happiness on Every Phone Call',
    signIn: 'Sign In',
    tryFree: 'Try it Free',
    subscribe: 'Subscribe',
    notes: ['No credit card required', 'Setup in 5 minutes'],
    steps: ['AI Summaries', 'Customer Happiness Labels', 'Automatic Logging', 'Instant Alerts'],
    benefits: ['Happier Customers', 'Save 1-Star Reviews', 'Techs Walk In Prepared'],
    stats: [
      { value: '99%', label: 'transcription accuracy' },
      { value: '5 min', label: 'setup' },
      { value: '30 sec', label: 'summary generation' },
      { value: '24/7', label: 'automated processing' },
    ],
    privacy: 'Privacy Policy',
    terms: 'Terms of Service',
  },

  contact: {
    placeholders: { name: 'Your full name', email: 'you@yourcompany.com', phone: '(555) 123-4567', company: 'Your company name', message: 'Tell us how we can help...' },
    sending: 'Sending...',
    failed: 'Failed to send message. Please try again.',
  },

  checkout: {
    title: 'Choose Your Plan',
    processing: 'Processing...',
    loading: 'Processing your subscription...',
    welcome: (product: string) => `Welcome to ${product}!`,
    active: 'Your subscription is now active.',
    open: 'Access Your Dashboard',
  },

  impersonation: {
    viewingAs: (name: string) => `Viewing as: ${name}`,
    admin: (email: string) => `(Admin: ${email})`,
    exit: 'Exit Impersonation',
    exiting: 'Exiting...',
    exited: 'Returned to admin account',
    exitFailed: 'Failed to exit impersonation mode',
    confirm: (name: string) => `Login as ${name}? You'll be able to view and manage their dashboard from their perspective.`,
    started: 'You are now viewing as this user',
    startFailed: 'Failed to impersonate user',
  },

  adminRequired: {
    title: 'Admin Access Required',
    analytics: 'You need administrator privileges to view usage analytics.',
    tokens: 'You need administrator privileges to manage API tokens.',
  },

  upload: {
    hint: 'MP3, WAV, M4A (max 50MB)',
    invalidType: { title: 'Invalid File Type', description: 'Please upload an audio file (MP3, WAV, etc.)' },
    tooLarge: { title: 'File Too Large', description: 'Please upload an audio file smaller than 50MB' },
    succeeded: 'Upload Successful!',
    failed: { title: 'Upload Failed', description: 'There was an error uploading your audio. Please try again.' },
    limitTitle: 'Demo Limit Reached',
    limit: 'You have reached your demo limit of 5 uploads. Contact an admin to activate your account.',
    demoOnly: 'Demo sandbox is only available for demo accounts',
    again: 'Try Another Upload',
    analyze: 'Analyze', analyzing: 'Analyzing...',
    /** Where a recording is; the last three are the API's steps. */
    steps: { sending: 'Sending', queued: 'Queued', transcribing: 'Transcribing', analysing: 'Analyzing', finished: 'Finished' },
    left: (left: number, limit: number) => `${left} of ${limit} left`,
    results: 'Analysis Results', sample: 'Sample result',
    sandbox: 'Demo Sandbox', page: 'Demo',
    back: 'Back to Dashboard',
    upgrade: 'Upgrade to Full Account',
  },

  calls: {
    title: 'Calls',
    subtitle: 'Every call, what it was about and how it went',
    one: 'Call Details',
    recent: 'Recent Calls',
    viewAll: 'View all',
    none: { title: 'No calls yet.', text: 'New recordings appear here about 30 seconds after they end.' },
    noneFound: 'No calls match',
    notFound: { title: 'No such call', text: 'It may belong to another account, or the link is incomplete.' },
    notKept: 'Recording not kept',
    notPlayable: 'This recording cannot be played here.',
    reprocess: {
      question: 'Process this call again? Its summary, label and transcript are replaced once the new ones are there. It is not billed again, and nobody is alerted again.',
      succeeded: 'The call is in line to be processed again', failed: 'Failed to process the call again',
    },
    resend: { succeeded: 'The message is on its way again', failed: 'Failed to send the message again' },
    uploadLost: 'The upload broke off. Check your connection and try again.',
  },

  settings: {
    title: 'Notification Settings', notifications: 'Notifications', limits: 'Usage Limits', connections: 'Connections',
    paused: 'Your account is switched off: new calls are skipped and nobody is told. Switch it on to change notifications and usage limits.',
    saved: 'Saved', copiedIt: 'I\'ve Copied the Secret',
    failed: 'Failed to update settings',
  },

  users: {
    title: 'User Management',
    subtitle: 'Manage users and their access permissions',
    search: 'Search users...',
    empty: 'No users found',
    loading: 'Loading users...',
    allRoles: 'All Roles',
    status: { active: 'ACTIVE', demo: 'DEMO' },
    actions: { activate: 'Activate', promote: 'Make Admin', deactivate: 'Deactivate', impersonate: 'Login As User', edit: 'Edit', password: 'Set Password', remove: 'Delete' },
    create: { open: 'Create User', title: 'Create New User', succeeded: 'User created successfully', failed: 'Failed to create user' },
    edit: {
      title: 'Edit User', save: 'Update User', saving: 'Updating...', active: 'Active Status', activeHint: 'Enable or disable this user account',
      succeeded: { title: 'User Updated', description: 'User information has been successfully updated' },
      failed: 'Failed to update user', noneSelected: 'No user selected',
    },
    password: { title: 'Set Password', succeeded: 'Password has been set', failed: 'Failed to set password' },
    remove: { confirm: 'Are you sure you want to delete this user?', succeeded: 'User deleted successfully', failed: 'Failed to delete user' },
    activate: {
      confirm: 'Are you sure you want to activate this demo account? This will give the user access to the full system.',
      succeeded: 'User account activated successfully', failed: 'Failed to activate user account',
    },
    deactivate: {
      confirm: (name: string) => `Are you sure you want to deactivate ${name}? This will revert their account to demo status and remove all access.`,
      succeeded: 'User account deactivated and reverted to demo status', failed: 'Failed to deactivate user account',
    },
    promote: {
      confirm: (name: string) => `Are you sure you want to promote ${name} to administrator? This will give them full admin access.`,
      succeeded: 'User promoted to administrator successfully', failed: 'Failed to promote user to admin',
    },
  },

  tokens: {
    title: 'API Token Management',
    generate: 'Generate Token', generating: 'Generating...', generateTitle: 'Generate Bearer Token', namePlaceholder: 'API Token for n8n',
    generateFailed: 'Failed to generate token',
    name: 'Token Name', expiration: 'Expiration Date',
    active: 'Active', inactive: 'Inactive', expired: 'Expired',
    created: 'Token Created Successfully', onlyOnce: 'Copy the token now. It cannot be viewed again.', copiedIt: 'I\'ve Copied the Token',
    confirmDelete: (name: string) => `Are you sure you want to delete the token "${name}"? This action cannot be undone.`,
    deleted: { title: 'Token Deleted', description: 'API token has been deleted successfully' },
    deleteFailed: 'Failed to delete token',
  },

  analytics: { title: 'Usage Analytics', topAccounts: 'Top Accounts by Usage', empty: 'No usage data available yet', health: 'System Health', asTable: 'Show as table' },

  docs: {
    title: 'API Documentation',
    /** Tags of the OpenAPI document that have a tab, in this order. */
    tabs: ['n8n', 'Dashboard', 'Users', 'Tokens', 'Analytics', 'Settings'],
    bestPractices: [
      { title: 'Store tokens securely', text: 'Keep them in the credential store of your automation, never in a workflow, a page or a repository.' },
      { title: 'Use HTTPS', text: 'A token that travels in the clear can be read on its way.' },
      { title: 'Regenerate if compromised', text: 'Delete the token under API Tokens and generate a new one; the old one stops working at once.' },
      { title: 'Handle errors', text: 'Look at the status first, switch on the code, and show the message: it says what to do.' },
      { title: 'Cache', text: 'Keep answers that rarely change, such as a profile, instead of asking before every call.' },
      { title: 'Batch', text: 'Report usage once for several runs rather than once for each.' },
      { title: 'Monitor limits', text: 'Compare the minutes used with the monthly limit before it is reached.' },
      { title: 'Handle rate limits', text: 'After a 429 wait for the seconds in Retry-After, then try again.' },
    ],
  },

  invalid: {
    firstName: 'First name is required',
    lastName: 'Last name is required',
    password: 'Password must be at least 6 characters',
    email: 'Please enter a valid email address',
    tokenName: 'Token name is required',
    expiration: 'Please choose a date and time in the future',
  },
} as const;
