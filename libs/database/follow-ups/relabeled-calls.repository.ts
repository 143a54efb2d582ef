import type { Sentiment } from '@ringwell/domain/calls/sentiment';
import { followUpKind, type FollowUpKind } from '@ringwell/domain/follow-ups/follow-up';
import { toConcludedCall, type ConcludedCall, type FollowUpReason } from '@ringwell/rules/follow-ups/plan-follow-up';

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
    const correctedAnalysis = { ...analysis, sentiment, needsReview: false };
    return followUpKind(correctedAnalysis, transcript ?? { segments: [] }, direction, settings?.leadsEnabled ?? false);
  }

  /** Applies a locked call's stored result. Demo calls have no follow-ups. */
  async apply(call: Call): Promise<FollowUpChange[]> {
    const settings = await this.manager.findOneBy(AccountSettings, { accountId: call.accountId });
    const { analysis, transcript } = await this.findResult(call);
    if (call.source === 'demo' || !settings || !analysis) return [];
    const { segments, durationSeconds } = transcript ?? { segments: [], durationSeconds: call.durationSeconds };
    const spokenWords = { segments, durationSeconds: Number(durationSeconds ?? 0) };
    const concludedCall = toConcludedCall(call, settings, spokenWords, analysis);
    const reason = (transcript ? undefined : await this.findStoredReason(call, concludedCall)) ?? concludedCall.reason;
    return new FollowUpsRepository(this.manager).apply({ ...concludedCall, reason });
  }

  // Without the words, which were deleted under the retention policy, no voicemail or promised time can be recognized.
  private findStoredReason({ id, direction }: Call, { reason }: ConcludedCall): Promise<FollowUpReason | undefined> {
    return this.row(
      `
      select kind, due_at as "dueAt", is_promised_time as "isPromisedTime", is_danger as "isDanger"
      from follow_up_calls where call_id = $1 and (is_promised_time and kind = $2::text
        or kind = 'voicemail' and $3::text is distinct from 'outbound' and coalesce($2, 'review') in ('promise', 'review'))`,
      [id, reason?.kind, direction],
    );
  }

  private async findResult({ id: callId, resultRunNumber }: Call): Promise<StoredResult> {
    const result = { callId, runNumber: resultRunNumber ?? 0 };
    const analysis = await this.manager.findOneBy(CallAnalysis, result);
    return { analysis, transcript: await this.manager.findOneBy(CallTranscript, result) };
  }
}
