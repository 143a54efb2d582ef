/** The fixed words about tokens that only administrators see. Tests read them from here. */
export const TOKEN_COPY = {
  generate: 'Generate Token', generating: 'Generating...', generateTitle: 'Generate Bearer Token', namePlaceholder: 'API Token for n8n',
  generateFailed: 'Failed to generate token',
  name: 'Token Name', expiration: 'Expiration Date',
  active: 'Active', inactive: 'Inactive', expired: 'Expired',
  created: 'Token Created Successfully', onlyOnce: 'Copy the token now. It cannot be viewed again.', copiedIt: 'I\'ve Copied the Token',
  confirmDelete: (name: string) => `Are you sure you want to delete the token "${name}"? This action cannot be undone.`,
  deleted: { title: 'Token Deleted', description: 'API token has been deleted successfully' },
  deleteFailed: 'Failed to delete token',
  nameMissing: 'Token name is required',
  expirationPast: 'Please choose a date and time in the future',
} as const;
