export const SAMPLE_CALL = {
  caller: 'Marlene Ortiz',
  job: 'Water heater, second visit',
  summary:
    "Marlene has had no hot water since Tuesday, and the first repair didn't hold. " +
    'She has taken half a day off twice. She asks for a senior technician tomorrow morning, or her money back.',
  highlights: ['Second failure in one week', 'Wants a senior technician', 'Mentions a refund'],
} as const;
