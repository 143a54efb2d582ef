import type { TestSystem } from '@ringwell/testing/test-system';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const CALL_COUNT = 150;

/** Customers and colleagues in the tasks. */
export const PEOPLE = {
  unhappy: 'Marcus Hale',
  promised: 'Priya Shah',
  voicemail: 'Ana Flores',
  dishwasher: 'Lena Ortiz',
  technician: 'Owen Clarke',
} as const;

/** Number of follow-ups older than a week. */
export const OLD_FOLLOW_UPS = 12;

const FIRST_NAMES = ['Karen', 'Luis', 'Mei', 'Tom', 'Ruth', 'Sana', 'Pete', 'Ivy', 'Noah', 'Gail', 'Omar', 'Beth'];
const LAST_NAMES = ['Voss', 'Ramirez', 'Chen', 'Byrne', 'Adler', 'Khan', 'Lund', 'Moss', 'Reed', 'Stone', 'Diaz'];

// Some names are so long that a list would overflow the window unless it truncated them.
function makeName(number: number): string {
  const name = `${FIRST_NAMES[number % FIRST_NAMES.length]} ${LAST_NAMES[number % LAST_NAMES.length]}`;
  return number % 25 === 7 ? `${name} ${'of the homeowners association at Cedar Creek '.repeat(4)}` : name;
}

/**
 * Creates data for a contractor's office: 150 calls over four weeks, with 30 customers waiting. Today, one customer was
 * unhappy, one was promised a quote, and one left a voicemail.
 */
export async function createOfficeDay({ database }: TestSystem, accountId: string): Promise<void> {
  const now = Date.now();
  const timeAgo = (ms: number): Date => new Date(now - ms);
  const makePhone = (number: number): string => `+1555${String(2_000_000 + number)}`;
  let count = 0;
  const addFollowUp = (
    kind: 'unhappy' | 'promise' | 'voicemail',
    agoMs: number,
    customerName = makeName(count),
    dueAt?: Date,
  ): Promise<unknown> =>
    database.makeFollowUp(accountId, {
      kind,
      phone: makePhone(count++),
      customerName,
      calledAt: timeAgo(agoMs),
      dueAt,
    });
  for (let index = 0; index < OLD_FOLLOW_UPS; index += 1)
    await addFollowUp((['promise', 'voicemail', 'unhappy'] as const)[index % 3] ?? 'promise', (28 - index) * DAY_MS);
  for (let index = 0; index < 15; index += 1)
    await addFollowUp((['unhappy', 'promise', 'voicemail'] as const)[index % 3] ?? 'promise', (2 + index / 4) * DAY_MS);
  await addFollowUp('unhappy', 20 * MINUTE_MS, PEOPLE.unhappy);
  await addFollowUp('promise', 90 * MINUTE_MS, PEOPLE.promised, new Date(now + 60 * MINUTE_MS));
  await addFollowUp('voicemail', 40 * MINUTE_MS, PEOPLE.voicemail, new Date(now + 120 * MINUTE_MS));
  for (; count < CALL_COUNT; count += 1) {
    const isDishwasher = count === CALL_COUNT - 30;
    const appliance = isDishwasher ? 'dishwasher' : 'water heater';
    const occurredAt = timeAgo(isDishwasher ? 7 * DAY_MS : ((count - 30) / CALL_COUNT) * 24 * DAY_MS + 45 * MINUTE_MS);
    await database.makeCompletedCall(accountId, {
      call: {
        direction: 'inbound',
        fromNumber: makePhone(count),
        customerName: isDishwasher
          ? PEOPLE.dishwasher
          : count === CALL_COUNT - 29
            ? PEOPLE.technician
            : makeName(count),
        customerKey: `tel:${makePhone(count)}`,
        occurredAt,
        startedAt: occurredAt,
      },
      analysis: { sentiment: count % 3 === 0 ? 'neutral' : 'positive', summary: makeSummary(appliance) },
      segments: [
        { speaker: 'agent', startMs: 0, endMs: 900, text: 'Cedar Creek, hello.' },
        {
          speaker: 'customer',
          startMs: 1_000,
          endMs: 3_000,
          text: `I'm calling about the ${appliance} that you installed.`,
        },
      ],
    });
  }
}

function makeSummary(appliance: string): string {
  return (
    `The customer called about the ${appliance} that was installed in the spring. It's leaking at the hose. ` +
    'The office offered a visit on Thursday between eight and ten, and the customer agreed. ' +
    'The part is under warranty, so there is no charge for the visit. The technician will call half an hour before.'
  );
}
