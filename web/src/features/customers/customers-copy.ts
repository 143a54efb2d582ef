import { plural } from '../../lib/format/format';

export const CUSTOMERS_COPY = {
  title: 'Customers',
  search: 'Name or number',
  atRisk: 'At risk',
  waiting: 'To call back',
  sorts: {
    recent: 'Latest call',
    calls: 'Most calls',
    risk: 'At risk, unhappiest first',
    name: 'Name',
  },
  none: {
    title: 'No customers yet',
    text: 'Everyone who calls shows up here once their first call has been processed.',
  },
  noneFound: { title: 'No customers found', text: 'Try a shorter name or fewer digits, or clear the filters.' },
  notFound: {
    title: 'Customer not found',
    text: 'This customer may have been merged with another one.',
  },
  risks: 'Why you may lose this customer',
  mood: {
    title: 'Mood by month',
  },
  calls: { title: 'Calls' },
  rename: {
    open: 'Rename',
    hint: 'Later calls keep this name. Leave blank to use the name from calls.',
    save: 'Save',
    failed: "Couldn't save the name. Try again.",
  },
  merge: {
    open: 'Merge',
    search: 'Find the other customer',
    question: (otherName: string, name: string) =>
      `All of ${otherName}'s calls, numbers and follow-ups will move to ${name}. If both are waiting for a callback, their follow-ups will become one.`,
    confirm: 'Merge',
  },
  split: {
    question: (number: string) => `${number} will become a separate customer, with its calls and their follow-ups.`,
    confirm: 'Split',
  },
  erase: {
    open: 'Erase',
    question:
      "This will permanently delete this customer's calls so far, with their recordings, transcripts and follow-ups, the customer's name and numbers, and the account's earlier exports. This can't be undone. Your usage, billing and notes in ServiceTitan won't change.",
    notCounted: "We couldn't count the calls. You can still erase them.",
    calls: (calls: number) => `${plural(calls, 'call')} will be erased.`,
    confirm: 'Erase customer',
  },
  receipts: {
    title: 'Erasure receipts',
    kinds: { call: 'A call', customer: 'A customer' },
    progress: (erased: number, calls: number) => `erasing, ${erased} of ${plural(calls, 'call')} done`,
    notes: {
      kept: 'The note in ServiceTitan could not be removed. Remove it there.',
    },
  },
} as const;
