import type { Sentiment } from '@ringwell/domain/calls/sentiment';
import { followUpKind, type FollowUpKind } from '@ringwell/domain/follow-ups/follow-up';
import { toConcludedCall } from '@ringwell/rules/follow-ups/plan-follow-up';

import { AccountSettings } from '../accounts/settings/account-settings.entity';
import { CallAnalysis } from '../calls/call-analysis.entity';
import { CallTranscript } from '../calls/call-transcript.entity';
import type { Call } from '../calls/call.entity';
import { SqlRepository } from '../postgres/sql';
import type { FollowUpChange } from './follow-up-events';
import { FollowUpsRepository } from './follow-ups.repository';

interface StoredResult {
  analysis: CallAnalysis | null;
  /** Null once it's deleted under the retention policy. */
  transcript: CallTranscript | null;
}

/** Updates follow-ups after a call's label has changed without a run. Runs in the caller's transaction. */
export class RelabeledCallsRepository extends SqlRepository {
  /** Returns the kind of follow-up that a locked call needs once its label is corrected, or null for none. */
  async findKindAfterCorrection(call: Call, sentiment: Sentiment): Promise<FollowUpKind | null> {
    const { analysis, transcript } = await this.findResult(call);
    if (!analysis) return null;
    const { accountId, direction } = call;
    const settings = await this.manager.findOneBy(AccountSettings, { accountId });
    const { followUp, flags, booking } = analysis;
    const correctedAnalysis = { sentiment, needsReview: false, followUp, flags, booking };
    const transcriptText = { segments: transcript?.segments ?? [] };
    return followUpKind(correctedAnalysis, transcriptText, direction, settings?.leadsEnabled ?? false);
  }

  /** Applies the stored result of a locked call. Demo calls have no follow-ups. */
  async apply(call: Call): Promise<FollowUpChange[]> {
    const settings = await this.manager.findOneBy(AccountSettings, { accountId: call.accountId });
    const { analysis, transcript } = await this.findResult(call);
    if (call.source === 'demo' || !settings || !analysis) return [];
    // Treats a transcript deleted under the retention policy as empty, because it's only used to tell a message from a
    // conversation.
    const storedText = transcript ?? { segments: [], durationSeconds: call.durationSeconds };
    const spokenWords = { segments: storedText.segments, durationSeconds: Number(storedText.durationSeconds ?? 0) };
    return new FollowUpsRepository(this.manager).apply(toConcludedCall(call, settings, spokenWords, analysis));
  }

  private async findResult({ id: callId, resultRunNumber }: Call): Promise<StoredResult> {
    const result = { callId, runNumber: resultRunNumber ?? 0 };
    const analysis = await this.manager.findOneBy(CallAnalysis, result);
    return { analysis, transcript: await this.manager.findOneBy(CallTranscript, result) };
  }
}
