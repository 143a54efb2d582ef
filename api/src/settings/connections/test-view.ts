import type { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { CHANNEL_NAMES, isFinalDeliveryState, type ConnectionChannel } from '@ringwell/domain/delivery';

import type { ConnectionTestDto, TestOutcome } from './dto/connection-test.dto';
import { inWords } from './missing-entry';

/**
 * What came of the test messages on a channel, for whoever sent them.
 * @param isWorkerAlive whether there is anybody to send what waits
 */
export function testView(
  channel: ConnectionChannel,
  tests: readonly Delivery[],
  isWorkerAlive: boolean,
): ConnectionTestDto {
  const outcome = outcomeOf(tests);
  return {
    channel,
    outcome,
    message: {
      sent: () => sentWords(channel, tests),
      failed: () => failedWords(tests),
      waiting: () => waitingWords(isWorkerAlive),
    }[outcome](),
    results: tests.map(({ destination, state, errorCode, errorMessage }) => ({
      destination,
      state,
      error: errorCode === null ? null : { code: errorCode, message: errorMessage ?? '' },
    })),
  };
}

function outcomeOf(tests: readonly Delivery[]): TestOutcome {
  if (tests.some(hasFailed)) return 'failed';
  return tests.every(({ state }) => state === 'sent') ? 'sent' : 'waiting';
}

function hasFailed({ state }: Delivery): boolean {
  return isFinalDeliveryState(state) && state !== 'sent';
}

function sentWords(channel: ConnectionChannel, tests: readonly Delivery[]): string {
  const places = inWords(tests.map(({ destination }) => destination));
  switch (channel) {
    case 'servicetitan':
      return 'ServiceTitan takes these credentials and lets us read jobs and customers. No note was written.';
    case 'teams':
      return 'The workflow has taken a test message. Teams does not say whether it was posted, so look for it in the channel.';
    case 'webhook':
      return 'Your system has taken a test message.';
    case 'google_chat':
      return 'A test message was posted to the space.';
    case 'slack':
      return `A test message was posted to ${places}.`;
    case 'email':
      return `A test message was sent to ${places}. If it does not arrive, look among the junk mail.`;
  }
}

function failedWords(tests: readonly Delivery[]): string {
  const failures = tests.filter(hasFailed);
  if (tests.length === 1)
    return (
      failures[0]?.errorMessage ??
      `The test message could not be sent on ${CHANNEL_NAMES[tests[0]?.channel ?? 'callback']}.`
    );
  return failures
    .map(({ destination, errorMessage }) => `${destination}: ${errorMessage ?? 'The test message could not be sent.'}`)
    .join(' ');
}

function waitingWords(isWorkerAlive: boolean): string {
  return isWorkerAlive
    ? 'The test message is still in line. It is sent as soon as a worker gets to it; what becomes of it will show here.'
    : 'No worker is running, so nothing is sent at the moment. The test message waits for one; what becomes of it will show here.';
}
