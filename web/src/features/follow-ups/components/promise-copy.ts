export const PROMISE_COPY = {
  said: 'The office said:',
  question: 'Was that a promise?',
  yes: 'Yes, it was',
  no: "No, it wasn't",
  confirmed: 'Promised',
} as const;
