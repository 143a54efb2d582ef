import { destinationNames, type DeliveryEvent } from '@ringwell/domain/deliveries/delivery';
import { destinationHash } from '@ringwell/platform/crypto/destination-hash';

import type { Call } from '../calls/call.entity';
import type { Repositories } from '../unit-of-work';

type CallRef = Pick<Call, 'id' | 'accountId' | 'source' | 'runNumber' | 'resultRunNumber'>;

// Edits made within this time share one note.
const NOTE_DELAY_SECONDS = 120;

/**
 * Notifies connected systems that a call's text has changed: the outgoing webhook immediately, and ServiceTitan with
 * another note if the note about the result was or may have been written. Run this in the transaction that makes the
 * change.
 */
export async function notifyConnectedSystems(
  repositories: Pick<Repositories, 'accounts' | 'deliveries' | 'callEvents'>,
  call: CallRef,
): Promise<void> {
  await planCallEvent(repositories, call, 'call.edited');
  await repositories.callEvents.planNote(getResultRun(call), 'call.edited', NOTE_DELAY_SECONDS);
}

/**
 * Notifies the account's outgoing webhook of an event after a call's run. Run this in the transaction that makes the
 * change.
 */
export async function planCallEvent(
  { accounts, deliveries }: Pick<Repositories, 'accounts' | 'deliveries'>,
  call: CallRef,
  event: DeliveryEvent,
): Promise<void> {
  const settings = await accounts.findSettings(call.accountId);
  if (call.source === 'demo' || !settings?.active || settings.sealedWebhookUrl === null) return;
  for (const destination of destinationNames('webhook', { ...settings, serviceTitanTenant: null }))
    await deliveries.planEvent(getResultRun(call), event, {
      channel: 'webhook',
      destination,
      destinationHash: destinationHash(destination),
    });
}

function getResultRun({
  id,
  accountId,
  runNumber,
  resultRunNumber,
}: CallRef): Pick<Call, 'id' | 'accountId' | 'runNumber'> {
  return { id, accountId, runNumber: resultRunNumber ?? runNumber };
}
