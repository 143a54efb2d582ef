export const MESSAGES_COPY = {
  show: 'Show',
  new: 'New',
  done: 'Done',
  reply: 'Reply',
  markDone: 'Mark as done',
  markNew: 'Mark as new',
  failed: 'Failed to update the message',
  subject: 'Re: your message',
  none: {
    new: { title: 'No new messages', text: 'Messages from the contact form show up here.' },
    done: { title: 'No messages marked as done yet', text: 'Messages you mark as done show up here.' },
  },
} as const;
