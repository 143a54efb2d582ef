import { Inject, Injectable } from '@nestjs/common';

import { DeliveriesRepository } from '@ringwell/database/deliveries/deliveries.repository';
import type { DeliveryChannelName } from '@ringwell/domain/deliveries/delivery';
import {
  parseNoteDestination,
  noteReference,
  type NoteDestination,
  type NoteTarget,
} from '@ringwell/domain/deliveries/service-titan';
import { AppError, conflict, providerFailed } from '@ringwell/domain/errors/app-error';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { getPublicUrl } from '@ringwell/platform/config/public-url';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';

import { findNoteDestination } from '../../../servicetitan/find-note-destination';
import { getServiceTitanAccount, type ServiceTitanSession } from '../../../servicetitan/service-titan-account';
import { unconfirmedError } from '../../../servicetitan/service-titan-error';
import { ServiceTitanClient } from '../../../servicetitan/service-titan.client';
import {
  DeliveryChannel,
  MessageSuppressed,
  type DeliveryMessage,
  type SendOptions,
  type SendResult,
  type Suppression,
  type MessageContext,
  type Verification,
} from '../../delivery-channel';
import { noteMarker, noteText } from './servicetitan.message';

// Number of lookups before a note is written again. The schedule spreads them over about two and a half minutes,
// because ServiceTitan may finish a request up to 100 s after its client gave up.
const MAX_LOOKUPS = 3;

// Allows for ServiceTitan's clock being behind.
const CLOCK_TOLERANCE_MS = 24 * 60 * 60_000;

const NO_APP_KEY: Suppression = {
  code: 'SERVICETITAN_UNAVAILABLE',
  message: "ServiceTitan isn't available yet. Contact support.",
};

const TARGET_NAMES: Record<NoteTarget, string> = {
  job: 'job',
  customer: 'customer',
  job_then_customer: 'job or customer',
};

/**
 * Writes one note per call to ServiceTitan, which doesn't detect duplicates and can't delete notes on jobs. So each
 * note ends with a unique marker, its destination is stored before the request, and every later attempt looks for the
 * marker there first.
 */
@Injectable()
export class ServiceTitanChannel extends DeliveryChannel {
  override readonly name: DeliveryChannelName = 'servicetitan';

  constructor(
    private readonly client: ServiceTitanClient,
    private readonly deliveries: DeliveriesRepository,
    private readonly secretBox: SecretBox,
    @Inject(CONFIG) private readonly config: WorkerConfig,
  ) {
    super();
  }

  override get problem(): Suppression | null {
    return this.config.SERVICETITAN_APP_KEY === undefined ? NO_APP_KEY : null;
  }

  /** @throws MessageSuppressed `SERVICETITAN_UNMATCHED` if no job or customer matches this call */
  override async send(message: DeliveryMessage, options: SendOptions): Promise<SendResult> {
    const { call, delivery, settings } = message;
    const session = this.createSession(message, options);
    const text = noteText(message, {
      productName: this.config.PRODUCT_NAME,
      publicUrl: getPublicUrl(this.config),
      hasEarlierNote: delivery.runNumber > 1 && (await this.deliveries.wasSentForEarlierRun(delivery)),
    });
    const canSkipLookup = delivery.attempts <= 1 || delivery.state === 'verifying';
    if (!canSkipLookup && (await this.hasArrived(session, message))) return {};
    const destination = await findNoteDestination(this.client, session, call, settings.noteTarget);
    if (!destination) throw new MessageSuppressed(unmatchedSuppression(settings.noteTarget));
    await this.storeDestination(message, destination);
    const noteId = await this.client.addNote(session, destination, text).catch(rethrowAsDestinationGone);
    return { providerRef: noteReference(destination, noteId) };
  }

  override async verify(message: DeliveryMessage, options: SendOptions): Promise<Verification> {
    return (await this.hasArrived(this.createSession(message, options), message)) ? 'arrived' : 'send_again';
  }

  /** Checks permissions without writing a note. Access to calls is only checked if the account fetches them. */
  override async sendTest(message: MessageContext, options: SendOptions): Promise<SendResult> {
    const needsCalls = message.settings.serviceTitanPollingEnabled;
    const missing = await this.client.findMissingPermissions(this.createSession(message, options), { needsCalls });
    if (missing.length === 0) return {};
    throw providerFailed(
      'SERVICETITAN_FORBIDDEN',
      `ServiceTitan denied access to ${missing.join(', ')}. ` +
        'Ask your ServiceTitan admin to connect the app with these permissions, and check the tenant ID.',
    );
  }

  // Throws `SERVICETITAN_UNCONFIRMED` while a missing note may still appear.
  private async hasArrived(session: ServiceTitanSession, message: DeliveryMessage): Promise<boolean> {
    const { delivery } = message;
    const destination = parseNoteDestination(delivery.providerRef);
    if (!destination) return false; // no attempt got far enough to write a note
    const createdAfter = new Date(delivery.createdAt.getTime() - CLOCK_TOLERANCE_MS);
    const note = await this.client.findNote(session, destination, noteMarker(message), createdAfter);
    if (note?.id) await this.storeDestination(message, destination, note.id); // allows removing the note later
    if (note) return true;
    if (delivery.uncertainTries > 0 && delivery.uncertainTries < MAX_LOOKUPS) throw unconfirmedError();
    return false;
  }

  private async storeDestination(
    { delivery }: DeliveryMessage,
    destination: NoteDestination,
    noteId: string | null = null,
  ): Promise<void> {
    if (await this.deliveries.saveProviderRef(delivery, noteReference(destination, noteId))) return;
    throw conflict('DELIVERY_TAKEN_OVER', 'Another worker is already sending this message.', { retryable: true });
  }

  private createSession({ account, settings }: MessageContext, { signal }: SendOptions): ServiceTitanSession {
    return { ...getServiceTitanAccount(account, settings, this.secretBox), signal };
  }
}

function unmatchedSuppression(target: NoteTarget): Suppression {
  return {
    code: 'SERVICETITAN_UNMATCHED',
    message:
      `No ${TARGET_NAMES[target]} in ServiceTitan matches this call, or several customers share its number. ` +
      'Add or correct it there, then send this again.',
  };
}

function rethrowAsDestinationGone(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'SERVICETITAN_NOT_FOUND') throw error;
  throw providerFailed(
    'SERVICETITAN_PLACE_GONE',
    "The job or customer was just removed from ServiceTitan. We'll look for another one.",
    { retryable: true, cause: error },
  );
}
