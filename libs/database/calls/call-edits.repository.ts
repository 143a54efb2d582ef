import type { Analysis, OriginalWords } from '@ringwell/domain/calls/analysis';
import { EDITABLE_FIELDS, withEdits, type EditableField, type WordEdits } from '@ringwell/domain/calls/word-edits';
import { sanitizeForStorage } from '@ringwell/domain/text/sanitize-for-storage';

import { userNameOrEmailSql } from '../accounts/user-name-sql';
import { SqlRepository } from '../postgres/sql';
import { CallAnalysis } from './call-analysis.entity';
import type { LockedResult } from './call-corrections.repository';

/** Maximum number of edits to show for a call, newest first. */
const MAX_LISTED_EDITS = 50;

export interface StoredEdit {
  field: EditableField;
  /** Null if the original was restored. */
  text: string | null;
  /** Null once the user is deleted. */
  editedBy: string | null;
  editedAt: Date;
}

/** Users' edits to call text. All methods that write must run in a transaction. */
export class CallEditsRepository extends SqlRepository {
  /** Saves edits to a locked call's result and history. */
  async save({ call, analysis }: LockedResult, edits: WordEdits, editedBy: string | null): Promise<void> {
    const texts = EDITABLE_FIELDS.flatMap((field) => {
      const text = edits[field];
      return text === undefined ? [] : [{ field, text: sanitizeForStorage(text) }];
    });
    await this.rows(
      `
      insert into call_edits (call_id, account_id, field, text, edited_by, edited_at)
      select $1, $2, edit.field, edit.text, $4, statement_timestamp()
      from jsonb_to_recordset($3::jsonb) as edit (field text, text text)`,
      [call.id, call.accountId, JSON.stringify(texts), editedBy],
    );
    const { callId, runNumber } = analysis;
    // Rereads and locks the result, because a worker may be writing its text at the same time.
    const current = await this.manager.findOneOrFail(CallAnalysis, {
      where: { callId, runNumber },
      lock: { mode: 'pessimistic_write' },
    });
    await this.update(current, Object.fromEntries(texts.map(({ field, text }) => [field, text])) as WordEdits);
    await this.rows('update follow_ups set updated_at = clock_timestamp() where call_id = $1', [callId]);
  }

  /** Applies users' edits to the result of a run that has just completed. */
  async applyToResult<T extends Analysis>(callId: string, runNumber: number, analysis: T): Promise<T> {
    const edits = await this.rows<{ field: EditableField; text: string }>(
      `
      select field, text from (
        select distinct on (field) field, text from call_edits where call_id = $1 order by field, edited_at desc
      ) latest where text is not null`,
      [callId],
    );
    if (edits.length === 0) return analysis;
    return this.update(
      { ...analysis, callId, runNumber },
      Object.fromEntries(edits.map((each) => [each.field, each.text])) as WordEdits,
    );
  }

  private async update<T extends Pick<CallAnalysis, 'callId' | 'runNumber'> & Analysis>(
    analysis: T,
    edits: WordEdits,
  ): Promise<T & { originalWords?: OriginalWords | null }> {
    const edited = withEdits(analysis, edits);
    const { callId, runNumber, writer, summary, keyPoints, followUp, booking, asked, reached, originalWords } = edited;
    await this.manager.update(
      CallAnalysis,
      { callId, runNumber },
      { writer, summary, keyPoints, followUp, booking, asked, reached, originalWords },
    );
    return edited;
  }

  /** Lists a call's edit history, newest first. */
  list(callId: string): Promise<StoredEdit[]> {
    return this.rows<StoredEdit>(
      `
      select edit.field, edit.text, edit.edited_at as "editedAt",
        case when users.id is not null then ${userNameOrEmailSql('users')} end as "editedBy"
      from call_edits edit left join users on users.id = edit.edited_by
      where edit.call_id = $1 order by edit.edited_at desc, edit.field limit ${MAX_LISTED_EDITS}`,
      [callId],
    );
  }
}
