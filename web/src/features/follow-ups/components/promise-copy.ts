export const PROMISE_COPY = {
  said: 'The office said:',
  question: 'Was that a promise?',
  yes: 'Yes, promised',
  no: 'No promise',
  confirmed: 'Promised',
} as const;
