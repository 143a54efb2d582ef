import { makeCompletedCall } from '@ringwell/testing/make-completed-call';
import { makeFollowUp } from '@ringwell/testing/make-follow-up';
import type { TestSystem } from '@ringwell/testing/test-system';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const CALLS = 150;

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
  const { dataSource } = database;
  const now = Date.now();
  const ago = (ms: number): Date => new Date(now - ms);
  const makePhone = (number: number): string => `+1555${String(2_000_000 + number)}`;
  let made = 0;
  const follow = (
    kind: 'unhappy' | 'promise' | 'voicemail',
    agoMs: number,
    customerName = makeName(made),
    dueAt?: Date,
  ): Promise<unknown> =>
    makeFollowUp(dataSource, accountId, { kind, phone: makePhone(made++), customerName, calledAt: ago(agoMs), dueAt });
  for (let each = 0; each < OLD_FOLLOW_UPS; each += 1)
    await follow((['promise', 'voicemail', 'unhappy'] as const)[each % 3] ?? 'promise', (28 - each) * DAY_MS);
  for (let each = 0; each < 15; each += 1)
    await follow((['unhappy', 'promise', 'voicemail'] as const)[each % 3] ?? 'promise', (2 + each / 4) * DAY_MS);
  await follow('unhappy', 20 * MINUTE_MS, PEOPLE.unhappy);
  await follow('promise', 90 * MINUTE_MS, PEOPLE.promised, new Date(now + 60 * MINUTE_MS));
  await follow('voicemail', 40 * MINUTE_MS, PEOPLE.voicemail, new Date(now + 120 * MINUTE_MS));
  for (; made < CALLS; made += 1) {
    const isDishwasher = made === CALLS - 30;
    const about = isDishwasher ? 'dishwasher' : 'water heater';
    const occurredAt = ago(isDishwasher ? 7 * DAY_MS : ((made - 30) / CALLS) * 24 * DAY_MS + 45 * MINUTE_MS);
    await makeCompletedCall(dataSource, accountId, {
      call: {
        direction: 'inbound',
        fromNumber: makePhone(made),
        customerName: isDishwasher ? PEOPLE.dishwasher : made === CALLS - 29 ? PEOPLE.technician : makeName(made),
        customerKey: `tel:${makePhone(made)}`,
        occurredAt,
        startedAt: occurredAt,
      },
      analysis: { sentiment: made % 3 === 0 ? 'neutral' : 'positive', summary: summaryAbout(about) },
      segments: [
        { speaker: 'agent', startMs: 0, endMs: 900, text: 'Cedar Creek, hello.' },
        {
          speaker: 'customer',
          startMs: 1_000,
          endMs: 3_000,
          text: `I'm calling about the ${about} that you installed.`,
        },
      ],
    });
  }
}

function summaryAbout(what: string): string {
  return (
    `The customer called about the ${what} that was installed in the spring, which leaks at the hose. ` +
    'The office offered a visit on Thursday between eight and ten, and the customer agreed. ' +
    'The part is under warranty, so the visit costs nothing. The technician will call half an hour before.'
  );
}
