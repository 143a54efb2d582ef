import type { AccountDetails } from '@ringwell/database/accounts/accounts.repository';
import type { CallAnalysis } from '@ringwell/database/calls/call-analysis.entity';
import type { CallTranscript } from '@ringwell/database/calls/call-transcript.entity';
import type { Call } from '@ringwell/database/calls/call.entity';
import type { DeliveryOutcome } from '@ringwell/database/deliveries/deliveries.repository';
import type { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import type { FollowUpNoticeEvent } from '@ringwell/database/follow-ups/follow-up-notices.repository';
import type { MemberAlerts } from '@ringwell/domain/accounts/member-alerts';
import type { BookingFactView } from '@ringwell/domain/calls/booking-fact';
import type { StoredCorrection } from '@ringwell/domain/calls/label-correction';
import type { DeliveryChannelName } from '@ringwell/domain/deliveries/delivery';
import { invalid, type AppError } from '@ringwell/domain/errors/app-error';
import { EarlyEnd } from '@ringwell/domain/errors/early-end';
import type { ErrorCode } from '@ringwell/domain/errors/error-codes';
import type { LetterText } from '@ringwell/rules/weekly-letters/letter-text';

import type { OverdueDigest } from './overdue-digest';

/** Data for every kind of message; test messages don't need anything else. */
export interface MessageContext extends AccountDetails {
  delivery: Delivery;
}

/** Text of the link that takes a follow-up. */
export const TAKE_TEXT = "I'm on it";

/** The part of an alert about the call's follow-up. */
export interface CallBackNotice {
  /** Text such as `Call back by 3:30 PM EDT today`. */
  text: string;
  /** Link to the follow-up's page; null once it is closed. */
  url: string | null;
  /** Link that takes the follow-up without signing in; null once someone has it. */
  takeUrl: string | null;
}

/** Links to a follow-up; omits those that don't apply. */
export function followUpLinks({
  url,
  takeUrl,
}: Pick<CallBackNotice, 'url' | 'takeUrl'>): { text: string; url: string }[] {
  return [
    ...(url === null ? [] : [{ text: 'Open the follow-up', url }]),
    ...(takeUrl === null ? [] : [{ text: TAKE_TEXT, url: takeUrl }]),
  ];
}

export interface DeliveryMessage extends MessageContext {
  /** With the name sent by its sender, if any. */
  call: Call;
  /** The customer's name to show to people: the account's own, if any. */
  customerName: string | null;
  /** Display name of the member who is the agent, or the agent's name if none is. */
  agentName: string | null;
  /** The latest result, which may come from an earlier run, or `null`. The transcript may have been deleted. */
  result: { transcript: CallTranscript | null; analysis: CallAnalysis; usageMinutes: number } | null;
  correction: StoredCorrection | null;
  /** See `normalizeBookingFact`. */
  bookingFact: BookingFactView | null;
  /** Set for emails to a member of the account. */
  recipientAlerts: MemberAlerts | null;
  callBack: CallBackNotice | null;
}

export interface DigestMessage extends MessageContext {
  digest: OverdueDigest;
  /** Set for emails to a member of the account. */
  recipientAlerts: MemberAlerts | null;
}

export interface EventMessage extends MessageContext {
  event: FollowUpNoticeEvent;
}

export interface LetterMessage extends MessageContext {
  view: LetterText;
  /** Whether a member requested the letter as a test. */
  isTest: boolean;
  /** The member who receives it by email. */
  readerId: string | null;
}

/** The outcome of an attempt, for `DeliveriesRepository.conclude`. */
export type AttemptOutcome = Omit<DeliveryOutcome, 'startedAt'>;

/** Outcome of a message that may have arrived and isn't resent. */
export const UNCONFIRMED = {
  state: 'dead',
  errorCode: 'DELIVERY_UNCONFIRMED',
  errorMessage: "This message may have arrived, so we didn't send it again. If it's missing, send it again.",
} satisfies AttemptOutcome;

export type Verification = 'arrived' | 'send_again' | 'give_up';

/** Why a message can't be sent now. Users can send it once the reason no longer applies. */
export interface Suppression {
  code: ErrorCode;
  message: string;
}

export function toSuppressedOutcome({ code, message }: Suppression): AttemptOutcome {
  return { state: 'suppressed', errorCode: code, errorMessage: message };
}

/**
 * Thrown by `send` if the message turns out to have no destination or no content. Suppresses the message without
 * marking its connection as failed.
 */
export class MessageSuppressed extends EarlyEnd {
  constructor(readonly suppression: Suppression) {
    super(suppression.message);
    this.name = 'MessageSuppressed';
  }
}

export interface SendOptions {
  signal: AbortSignal;
}

export interface SendResult {
  providerRef?: string;
}

/** The check for remote services that can't tell whether a message arrived: resends it once, then gives up. */
export function decideResend({ uncertainTries }: Pick<Delivery, 'uncertainTries'>): Verification {
  return uncertainTries > 1 ? 'give_up' : 'send_again';
}

/** Whether a message that may have arrived has already been resent, for services that can't look it up. */
export function wasResent(delivery: Pick<Delivery, 'state' | 'uncertainTries'>): boolean {
  return delivery.state === 'verifying' && decideResend(delivery) === 'give_up';
}

export abstract class DeliveryChannel {
  abstract readonly name: DeliveryChannelName;

  /** Why this channel can't be used on this server, such as a missing operator setting, or `null`. */
  get problem(): Suppression | null {
    return null;
  }

  /** Why this message can't be sent now, such as an unsubscribed recipient, or `null`. Called before each attempt. */
  findSuppression(_message: DeliveryMessage): Promise<Suppression | null> {
    return Promise.resolve(null);
  }

  /**
   * Sends once, without retries.
   * @throws AppError of kind `timeout` if the message may have arrived
   * @throws MessageSuppressed
   */
  abstract send(message: DeliveryMessage, options: SendOptions): Promise<SendResult>;

  /** Checks whether a message arrived that may have. By default, such a message is resent once. */
  verify({ delivery }: DeliveryMessage, _options: SendOptions): Promise<Verification> {
    return Promise.resolve(decideResend(delivery));
  }

  /**
   * Sends a test message, or checks the connection without sending.
   * @throws AppError like `send`
   */
  sendTest(_message: MessageContext, _options: SendOptions): Promise<SendResult> {
    return Promise.reject(invalid('NO_TEST', "This channel can't be tested."));
  }

  /** Like `findSuppression`, for a digest. */
  findDigestSuppression(_message: Omit<DigestMessage, 'digest'>): Promise<Suppression | null> {
    return Promise.resolve(null);
  }

  /**
   * Only for alert channels.
   * @throws AppError like `send`
   */
  sendDigest(_message: DigestMessage, _options: SendOptions): Promise<SendResult> {
    return Promise.reject(wrongMessageError());
  }

  /**
   * Only for alert channels.
   * @throws AppError like `send`
   */
  sendLetter(_message: LetterMessage, _options: SendOptions): Promise<SendResult> {
    return Promise.reject(wrongMessageError());
  }

  /**
   * Only for the webhook.
   * @throws AppError like `send`
   */
  sendEvent(_message: EventMessage, _options: SendOptions): Promise<SendResult> {
    return Promise.reject(wrongMessageError());
  }
}

function wrongMessageError(): AppError {
  return invalid('WRONG_MESSAGE', "This channel can't send this message.");
}
