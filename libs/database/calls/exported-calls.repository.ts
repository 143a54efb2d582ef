import type { TranscriptQuality, TranscriptSegment } from '@ringwell/domain/calls/transcript';

import { SqlRepository } from '../postgres/sql';
import type { Call } from './call.entity';

/** A stored transcript with its call's identifiers. */
export interface ExportedTranscript extends Pick<Call, 'externalId' | 'occurredAt' | 'createdAt'> {
  callId: string;
  engine: string;
  language: string;
  speakersGuessed: boolean;
  quality: TranscriptQuality | null;
  segments: TranscriptSegment[];
}

export type ExportedRecording = Pick<
  Call,
  'id' | 'occurredAt' | 'createdAt' | 'recordingKey' | 'recordingType' | 'recordingExpiredAt' | 'audioRedaction'
>;

const IS_EXPORTED = "account_id = $1 and source <> 'demo' and created_at < $2";

/** Reads calls for an account export. Excludes demo uploads, like all of an active account's lists. */
export class ExportedCallsRepository extends SqlRepository {
  /** Returns the number of calls that arrived before a given time, and the size of their recordings. */
  async count(accountId: string, before: Date): Promise<{ calls: number; recordingBytes: number }> {
    return this.onlyRow<{ calls: number; recordingBytes: number }>(
      `
      select count(*)::int as calls, coalesce(sum(recording_bytes) filter (
        where recording_key is not null and recording_expired_at is null), 0)::float8 as "recordingBytes"
      from calls where ${IS_EXPORTED}`,
      [accountId, before],
    );
  }

  /** Lists transcripts in the order of `callIds`. Omits deleted calls and calls without a transcript. */
  listTranscripts(accountId: string, callIds: readonly string[]): Promise<ExportedTranscript[]> {
    return this.rows(
      `
      select call.id as "callId", call.external_id as "externalId", call.occurred_at as "occurredAt",
        call.created_at as "createdAt", transcript.engine, transcript.language,
        transcript.speakers_guessed as "speakersGuessed", transcript.segments,
        case when transcript.quality is not null then
          json_build_object('level', transcript.quality, 'score', transcript.quality_score) end as quality
      from unnest($2::uuid[]) with ordinality as wanted (id, place)
        join calls call on call.id = wanted.id and call.account_id = $1
        join transcripts transcript on transcript.call_id = call.id and transcript.run_number = call.result_run_number
      order by wanted.place`,
      [accountId, callIds],
    );
  }

  /** Returns the call's current recording, or undefined if the call was deleted. */
  findRecording(accountId: string, callId: string): Promise<ExportedRecording | undefined> {
    return this.row(
      `
      select id, occurred_at as "occurredAt", created_at as "createdAt", recording_key as "recordingKey",
        recording_type as "recordingType", recording_expired_at as "recordingExpiredAt",
        audio_redaction as "audioRedaction"
      from calls where account_id = $1 and id = $2`,
      [accountId, callId],
    );
  }
}
