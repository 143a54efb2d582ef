import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import type { Account } from '@ringwell/database/accounts/account.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import type { CallAnalysis } from '@ringwell/database/calls/call-analysis.entity';
import type { CallTranscript } from '@ringwell/database/calls/call-transcript.entity';
import type { Call } from '@ringwell/database/calls/call.entity';
import type { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { AppError } from '@ringwell/domain/app-error';
import type { DeliveryChannelName } from '@ringwell/domain/delivery';
import type { ErrorCode } from '@ringwell/domain/error-codes';
import type { MemberAlerts } from '@ringwell/domain/member-alerts';

export interface TestMessage {
  delivery: Delivery;
  account: Account;
  /** Names the account when it has no company. */
  owner: User;
  settings: AccountSettings;
}

export interface DeliveryMessage extends TestMessage {
  call: Call;
  /** To show: the name of the member to whom the agent is matched, or else the agent's. */
  agentName: string | null;
  /** The latest result, which may be that of an earlier run, or `null`. */
  result: { transcript: CallTranscript; analysis: CallAnalysis; usageMinutes: number } | null;
  /** For an email to a member of the account. */
  recipientAlerts: MemberAlerts | null;
}

/** The outcome of checking on a message that may have arrived. */
export type Verification = 'arrived' | 'send_again' | 'give_up';

/** Why a message may not be sent now. Once the reason is gone, people can send it by hand. */
export interface Suppression {
  code: ErrorCode;
  message: string;
}

/**
 * Thrown by `send` if there turns out to be no destination. Suppresses the message without marking its connection as
 * failed.
 */
export class MessageSuppressed extends Error {
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

/** Verification for remote services that cannot be asked whether a message arrived: repeats it once, then gives up. */
export function resendOnce({ uncertainTries }: Pick<Delivery, 'uncertainTries'>): Verification {
  return uncertainTries > 1 ? 'give_up' : 'send_again';
}

export abstract class DeliveryChannel {
  abstract readonly name: DeliveryChannelName;

  /** Why no account can use this channel on this server, such as a missing setting of the operator, or `null`. */
  get unavailable(): Suppression | null {
    return null;
  }

  /** Why this message may not be sent now, such as an unsubscribed recipient, or `null`. Called before each attempt. */
  suppression(_message: DeliveryMessage): Promise<Suppression | null> {
    return Promise.resolve(null);
  }

  /**
   * Sends once, without retries.
   * @throws AppError of kind `timeout` if the message may have arrived
   * @throws MessageSuppressed
   */
  abstract send(message: DeliveryMessage, options: SendOptions): Promise<SendResult>;

  abstract verify(message: DeliveryMessage, options: SendOptions): Promise<Verification>;

  /** Sends a test message, or checks the connection without sending. @throws AppError as `send` */
  sendTest(_message: TestMessage, _options: SendOptions): Promise<SendResult> {
    return Promise.reject(new AppError({ kind: 'invalid', code: 'NO_TEST', message: "This channel can't be tested." }));
  }
}
