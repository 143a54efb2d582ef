export const ASSISTANTS_COPY = {
  title: 'Connected assistants',
  none: 'No assistants yet. Add the address below in Claude, ChatGPT or another assistant, and sign in when it asks you to.',
  disconnect: 'Disconnect',
  disconnected: (name: string): string => `${name} no longer has access.`,
};
