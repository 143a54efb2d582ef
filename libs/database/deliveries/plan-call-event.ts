import { destinationNames, type DeliveryEvent } from '@ringwell/domain/deliveries/delivery';
import { destinationHash } from '@ringwell/platform/crypto/destination-hash';

import type { AccountsRepository } from '../accounts/accounts.repository';
import type { Call } from '../calls/call.entity';
import type { Repositories } from '../unit-of-work';
import type { Destination } from './deliveries.repository';

type ShownCall = Pick<Call, 'id' | 'accountId' | 'source' | 'runNumber' | 'resultRunNumber'>;

// The note waits this long, so that several edits become one note.
const NOTE_DELAY_SECONDS = 120;

/**
 * Notifies systems that the words of a call have changed: the outgoing webhook immediately, and ServiceTitan with
 * another note if that of the result is already written. Run this in the transaction of the change.
 */
export async function tellSystems(
  repositories: Pick<Repositories, 'accounts' | 'deliveries' | 'callEvents'>,
  call: ShownCall,
): Promise<void> {
  await planCallEvent(repositories, call, 'call.edited');
  await repositories.callEvents.planNote(resultOf(call), 'call.edited', NOTE_DELAY_SECONDS);
}

/**
 * Notifies the account's outgoing webhook of an event after a call's run. Run this in the transaction of the change.
 */
export async function planCallEvent(
  { accounts, deliveries }: Pick<Repositories, 'accounts' | 'deliveries'>,
  call: ShownCall,
  event: DeliveryEvent,
): Promise<void> {
  const webhook = call.source === 'demo' ? null : await webhookOf(accounts, call.accountId);
  if (webhook) await deliveries.planEvent(resultOf(call), event, webhook);
}

/** Where an account's outgoing webhook sends to; null without one. */
export async function webhookOf(accounts: AccountsRepository, accountId: string): Promise<Destination | null> {
  const settings = await accounts.findSettings(accountId);
  if (!settings?.active || settings.sealedWebhookUrl === null) return null;
  const [destination = ''] = destinationNames('webhook', { ...settings, serviceTitanTenant: null });
  return { channel: 'webhook', destination, destinationHash: destinationHash(destination) };
}

function resultOf({
  id,
  accountId,
  runNumber,
  resultRunNumber,
}: ShownCall): Pick<Call, 'id' | 'accountId' | 'runNumber'> {
  return { id, accountId, runNumber: resultRunNumber ?? runNumber };
}
