import type { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { CHANNEL_NAMES, isFinalDeliveryState, type ConnectionChannel } from '@ringwell/domain/delivery';

import type { ConnectionTestDto, TestOutcome } from './dto/connection-test.dto';
import { joinWithAnd } from './missing-settings';

/**
 * The outcome of the test messages on a channel.
 * @param isWorkerAlive whether a worker is running that can send the messages still waiting
 */
export function connectionTestView(
  channel: ConnectionChannel,
  tests: readonly Delivery[],
  isWorkerAlive: boolean,
): ConnectionTestDto {
  const outcome = outcomeOf(tests);
  return {
    channel,
    outcome,
    message: {
      sent: () => sentMessage(channel, tests),
      failed: () => failedMessage(tests),
      waiting: () => waitingMessage(isWorkerAlive),
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

function sentMessage(channel: ConnectionChannel, tests: readonly Delivery[]): string {
  const destinations = joinWithAnd(tests.map(({ destination }) => destination));
  switch (channel) {
    case 'servicetitan':
      return 'ServiceTitan accepted these credentials and lets us read jobs and customers. No note was written.';
    case 'teams':
      return "The workflow accepted a test message. Teams doesn't say whether it was posted, so check the channel.";
    case 'webhook':
      return 'Your system received a test message.';
    case 'google_chat':
      return 'A test message was posted to the space.';
    case 'slack':
      return `A test message was posted to ${destinations}.`;
    case 'email':
      return `A test message was sent to ${destinations}. If it doesn't arrive, check the spam folder.`;
  }
}

function failedMessage(tests: readonly Delivery[]): string {
  const failures = tests.filter(hasFailed);
  if (tests.length === 1)
    return (
      failures[0]?.errorMessage ??
      `The test message couldn't be sent. Channel: ${CHANNEL_NAMES[tests[0]?.channel ?? 'callback']}.`
    );
  return failures
    .map(({ destination, errorMessage }) => `${destination}: ${errorMessage ?? "The test message couldn't be sent."}`)
    .join(' ');
}

function waitingMessage(isWorkerAlive: boolean): string {
  return isWorkerAlive
    ? 'The test message is still in line and will be sent soon. The result will show here.'
    : 'The test message is waiting because no worker is running. The result will show here once one is started.';
}
