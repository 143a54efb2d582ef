import { Inject, Injectable } from '@nestjs/common';

import { DeliveriesRepository } from '@ringwell/database/deliveries/deliveries.repository';
import { AppError } from '@ringwell/domain/app-error';
import type { DeliveryChannelName } from '@ringwell/domain/delivery';
import type { NoteTarget } from '@ringwell/domain/service-titan';
import { CONFIG } from '@ringwell/platform/config/config.module';
import { publicUrlOf } from '@ringwell/platform/config/public-url';
import type { Config } from '@ringwell/platform/config/settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';

import { findNotePlace } from '../../../servicetitan/find-note-place';
import { serviceTitanAccountOf, type ServiceTitanAccount } from '../../../servicetitan/service-titan-account';
import { ServiceTitanClient, type NotePlace } from '../../../servicetitan/service-titan-client';
import { unconfirmed } from '../../../servicetitan/service-titan-error';
import {
  DeliveryChannel,
  MessageSuppressed,
  type DeliveryMessage,
  type SendOptions,
  type Sent,
  type Suppression,
  type TestMessage,
  type Verification,
} from '../../delivery-channel';
import { markerOf, noteText } from './servicetitan.message';

/**
 * A note that may have arrived is looked for so many times, over some two and a half minutes by the schedule of tries: ServiceTitan
 * may go on with a request for 100 s after nobody waits for it any more.
 */
const LOOKS = 3;

/** The clocks of two machines differ by less. */
const CLOCK_TOLERANCE_MS = 24 * 60 * 60_000;

const NO_APP_KEY: Suppression = {
  code: 'SERVICETITAN_UNAVAILABLE',
  message: 'ServiceTitan is not set up on this server. Ask the operator to set SERVICETITAN_APP_KEY.',
};

const SOUGHT: Record<NoteTarget, string> = { job: 'job', customer: 'customer', job_then_customer: 'job or customer' };

/**
 * Writes the note of a call into ServiceTitan, once. Nothing there tells a repeat from a new note, and notes of jobs can never be
 * removed. So each note carries words of its own; before it leaves, the delivery notes where to; and before every other try the note
 * is looked for there.
 */
@Injectable()
export class ServiceTitanChannel extends DeliveryChannel {
  override readonly name: DeliveryChannelName = 'servicetitan';

  constructor(
    private readonly client: ServiceTitanClient,
    private readonly deliveries: DeliveriesRepository,
    private readonly sealedBox: SecretBox,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  override get unavailable(): Suppression | null {
    return this.config.SERVICETITAN_APP_KEY === undefined ? NO_APP_KEY : null;
  }

  /** @throws MessageSuppressed `SERVICETITAN_UNMATCHED`: what is missing concerns this call, not the connection */
  override async send(message: DeliveryMessage, options: SendOptions): Promise<Sent> {
    const { call, delivery, settings } = message;
    const account = this.accountOf(message);
    const text = noteText(message, { productName: this.config.PRODUCT_NAME, publicUrl: publicUrlOf(this.config) });
    const wasVerified = delivery.attempts <= 1 || delivery.state === 'verifying';
    if (!wasVerified && (await this.hasArrived(account, message, options))) return {};
    const place = await findNotePlace(this.client, account, call, settings.noteTarget, options);
    if (!place) throw new MessageSuppressed(unmatched(settings.noteTarget));
    await this.keepPlace(message, place);
    const noteId = await this.client.addNote(account, place, text, options).catch(explainGonePlace);
    return { providerRef: noteId ? `${referenceOf(place)}/note:${noteId}` : referenceOf(place) };
  }

  override async verify(message: DeliveryMessage, options: SendOptions): Promise<Verification> {
    return (await this.hasArrived(this.accountOf(message), message, options)) ? 'arrived' : 'send_again';
  }

  /** Asks for a little of everything that notes and, when they are fetched, calls need. */
  override async sendTest(message: TestMessage, options: SendOptions): Promise<Sent> {
    const needsCalls = message.settings.serviceTitanPollingEnabled;
    const missing = await this.client.missingPermissions(this.accountOf(message), { needsCalls }, options);
    if (missing.length === 0) return {};
    throw new AppError({
      kind: 'provider',
      code: 'SERVICETITAN_FORBIDDEN',
      message: `ServiceTitan refuses access to ${missing.join(', ')}. Let its administrator connect the app with these permissions, and check the tenant id.`,
    });
  }

  /**
   * Whether an earlier try has written the note.
   * @throws AppError `SERVICETITAN_UNCONFIRMED` while one that is not there yet may still come
   */
  private async hasArrived(
    account: ServiceTitanAccount,
    message: DeliveryMessage,
    options: SendOptions,
  ): Promise<boolean> {
    const { delivery } = message;
    const place = placeOf(delivery.providerRef);
    if (!place) return false; // no try came as far as to write one
    const since = new Date(delivery.createdAt.getTime() - CLOCK_TOLERANCE_MS);
    if (await this.client.hasNote(account, place, markerOf(message), since, options)) return true;
    if (delivery.uncertainTries > 0 && delivery.uncertainTries < LOOKS) throw unconfirmed();
    return false;
  }

  /** Committed before the note leaves: whoever comes after knows where to look. */
  private async keepPlace({ delivery }: DeliveryMessage, place: NotePlace): Promise<void> {
    if (await this.deliveries.saveProviderRef(delivery, referenceOf(place))) return;
    throw new AppError({
      kind: 'conflict',
      code: 'DELIVERY_TAKEN_OVER',
      message: 'Somebody else sends this message by now.',
      retryable: true,
    });
  }

  private accountOf({ user, settings }: TestMessage): ServiceTitanAccount {
    return serviceTitanAccountOf(user, settings, this.sealedBox);
  }
}

function unmatched(target: NoteTarget): Suppression {
  return {
    code: 'SERVICETITAN_UNMATCHED',
    message: `No ${SOUGHT[target]} in ServiceTitan belongs to this call, or several customers have its number. Book or correct it there, then send this again.`,
  };
}

/** It was there a moment ago. The next try looks for another one. */
function explainGonePlace(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'SERVICETITAN_NOT_FOUND') throw error;
  throw new AppError({
    kind: 'provider',
    code: 'SERVICETITAN_PLACE_GONE',
    message: 'The job or customer was removed from ServiceTitan meanwhile. Another one is looked for.',
    retryable: true,
    cause: error,
  });
}

/** For example `job:4711`, or `customer:815/note:16` once the note has an id. */
function referenceOf({ kind, id }: NotePlace): string {
  return `${kind}:${id}`;
}

function placeOf(reference: string | null): NotePlace | null {
  const [, kind, id] = /^(job|customer):(\d+)/.exec(reference ?? '') ?? [];
  return kind && id ? { kind: kind as NotePlace['kind'], id } : null;
}
