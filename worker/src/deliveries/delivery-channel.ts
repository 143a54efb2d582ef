import type { AccountSettings } from '@ringwell/database/entities/account-settings.entity';
import type { CallAnalysis } from '@ringwell/database/entities/call-analysis.entity';
import type { CallTranscript } from '@ringwell/database/entities/call-transcript.entity';
import type { Call } from '@ringwell/database/entities/call.entity';
import type { Delivery } from '@ringwell/database/entities/delivery.entity';
import type { DeliveryChannelName } from '@ringwell/domain/delivery';

/** What there is to say, and to whom. */
export interface DeliveryMessage {
  delivery: Delivery;
  call: Call;
  /** What came of the call, of an earlier run when the current one brought nothing; `null` when there is no result. */
  result: { transcript: CallTranscript; analysis: CallAnalysis; usageMinutes: number } | null;
  settings: AccountSettings;
}

/** What is known of a message whose sender died, or that got no answer in time. */
export type Verification = 'arrived' | 'send_again' | 'give_up';

/** One way of telling people, or systems, about a call. */
export abstract class DeliveryChannel {
  abstract readonly name: DeliveryChannelName;

  /**
   * Sends once; retries are not its business.
   * @returns the far side's own id of the message, when it gives one
   * @throws AppError: kind `timeout` when the message may have arrived; retryable or not otherwise
   */
  abstract send(message: DeliveryMessage, options: { signal: AbortSignal }): Promise<{ providerRef?: string }>;

  /** Called before a message that may have arrived is sent again. */
  abstract verify(message: DeliveryMessage, options: { signal: AbortSignal }): Promise<Verification>;
}
