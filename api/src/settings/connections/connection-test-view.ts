import type { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { CHANNELS } from '@ringwell/domain/channels/channels';
import { CHANNEL_NAMES, isFinalDeliveryState, type ConnectionChannel } from '@ringwell/domain/deliveries/delivery';
import { joinWithAnd } from '@ringwell/domain/text/join-with-and';

import type { ConnectionTestDto, TestOutcome } from './dto/connection-test.dto';

/**
 * Returns the outcome of a channel's test messages.
 * @param isWorkerAlive whether a worker is running that can send the waiting messages
 */
export function connectionTestView(
  channel: ConnectionChannel,
  tests: readonly Delivery[],
  isWorkerAlive: boolean,
): ConnectionTestDto {
  const outcome = testOutcome(tests);
  return {
    channel,
    outcome,
    message: {
      sent: () => CHANNELS[channel].formatTestSentMessage(joinWithAnd(tests.map(({ destination }) => destination))),
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

function testOutcome(tests: readonly Delivery[]): TestOutcome {
  if (tests.some(hasFailed)) return 'failed';
  return tests.every(({ state }) => state === 'sent') ? 'sent' : 'waiting';
}

function hasFailed({ state }: Delivery): boolean {
  return isFinalDeliveryState(state) && state !== 'sent';
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
    ? 'The test message is queued and will be sent soon. The result will appear here.'
    : 'The test message is waiting because no worker is running. The result will appear here once one is started.';
}
