import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import type { CallAnalysis } from '@ringwell/database/calls/call-analysis.entity';
import type { CallTranscript } from '@ringwell/database/calls/call-transcript.entity';
import type { Call } from '@ringwell/database/calls/call.entity';
import type { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { AppError } from '@ringwell/domain/app-error';
import type { DeliveryChannelName } from '@ringwell/domain/delivery';
import type { ErrorCode } from '@ringwell/domain/error-codes';

/** A test message: whether a connection works, for somebody who waits for the answer. */
export interface TestMessage {
  delivery: Delivery;
  user: User;
  settings: AccountSettings;
}

/** What there is to say of a call, and to whom. */
export interface DeliveryMessage extends TestMessage {
  call: Call;
  /** What came of the call, of an earlier run when the current one brought nothing; `null` when there is no result. */
  result: { transcript: CallTranscript; analysis: CallAnalysis; usageMinutes: number } | null;
}

/** What is known of a message whose sender died, or that got no answer in time. */
export type Verification = 'arrived' | 'send_again' | 'give_up';

/** Why a message is not sent: nothing is wrong with it, and it may be sent again by hand once the reason is gone. */
export interface Suppression {
  code: ErrorCode;
  /** A sentence for people: what keeps it, and what to do. */
  message: string;
}

/** Thrown by `send` when only then it turns out that there is nowhere to send to. The message ends as suppressed; its place counts as sound. */
export class MessageSuppressed extends Error {
  constructor(readonly suppression: Suppression) {
    super(suppression.message);
    this.name = 'MessageSuppressed';
  }
}

export interface SendOptions {
  signal: AbortSignal;
}

export interface Sent {
  /** The far side's own id of the message, when it gives one. */
  providerRef?: string;
}

/** For a far side that cannot be asked: one repeat does little harm, more would be pestering. */
export function onceMore({ uncertainTries }: Pick<Delivery, 'uncertainTries'>): Verification {
  return uncertainTries > 1 ? 'give_up' : 'send_again';
}

/** One way of telling people, or systems, about a call. */
export abstract class DeliveryChannel {
  abstract readonly name: DeliveryChannelName;

  /** Why nobody's messages can go this way here, such as a setting of the operator that is missing; `null` when they can. */
  get unavailable(): Suppression | null {
    return null;
  }

  /** Why this message is not to be sent now, such as a receiver who wants no more; asked before each try. */
  suppression(_message: DeliveryMessage): Promise<Suppression | null> {
    return Promise.resolve(null);
  }

  /**
   * Sends once; retries are not its business.
   * @throws AppError: kind `timeout` when the message may have arrived; retryable or not otherwise
   * @throws MessageSuppressed
   */
  abstract send(message: DeliveryMessage, options: SendOptions): Promise<Sent>;

  /** Called before a message that may have arrived is sent again. */
  abstract verify(message: DeliveryMessage, options: SendOptions): Promise<Verification>;

  /** Sends a message that says it is a test, or asks the far side whether it would take one. @throws AppError as `send` */
  sendTest(_message: TestMessage, _options: SendOptions): Promise<Sent> {
    return Promise.reject(
      new AppError({ kind: 'invalid', code: 'NO_TEST', message: 'This channel has no test message.' }),
    );
  }
}
