import { getListedCallText } from '@ringwell/domain/calls/call-words';
import {
  candidateForms,
  findPassage,
  searchTerms,
  type Passage,
  type SearchTerm,
  type TermsByForm,
} from '@ringwell/domain/calls/search-passage';
import type { TranscriptSegment } from '@ringwell/domain/calls/transcript';

import { SqlRepository } from '../postgres/sql';
import type { ListedCall } from './call-lists.repository';

interface TranscriptWithQuery {
  id: string;
  segments: TranscriptSegment[] | null;
  query: string;
}

export class CallPassagesRepository extends SqlRepository {
  /**
   * Returns the sentences matching a search, by call. Calls found only by a name or a number don't have any.
   * @param calls the calls on a page
   */
  async find(accountId: string, calls: readonly ListedCall[], search: string): Promise<Map<string, Passage>> {
    const reading = calls[0]?.reading;
    if (reading === undefined || reading === 'similar') return new Map();
    const transcripts = await this.rows<TranscriptWithQuery>(
      `
      select call.id, transcript.segments, querytree(call_search_query($3, $4)) as query
      from calls call
        left join transcripts transcript on transcript.call_id = call.id
          and transcript.run_number = call.result_run_number and call.words_expired_at is null
      where call.account_id = $1 and call.id = any($2::uuid[])`,
      [accountId, calls.map(({ id }) => id), search, reading === 'beginnings'],
    );
    const terms = searchTerms(transcripts[0]?.query ?? '');
    const summaries = new Map(calls.map((call) => [call.id, getListedCallText(call)?.summary ?? null]));
    const spokenTexts = transcripts.flatMap(({ segments }) => (segments ?? []).map(({ text }) => text));
    const nonEmptySummaries = [...summaries.values()].filter((summary) => summary !== null);
    const termsByForm = await this.findTermsByForm(
      terms,
      candidateForms([...spokenTexts, ...nonEmptySummaries], terms),
    );
    const passages = transcripts.map(
      ({ id, segments }) => [id, findPassage(segments ?? [], summaries.get(id) ?? null, termsByForm)] as const,
    );
    return new Map(passages.flatMap(([id, passage]) => (passage ? [[id, passage] as const] : [])));
  }

  private async findTermsByForm(terms: readonly SearchTerm[], forms: readonly string[]): Promise<TermsByForm> {
    if (forms.length === 0) return new Map();
    const stemmed = await this.rows<{ form: string; stems: string[] }>(
      'select form, tsvector_to_array(call_search_words(form)) as stems from unnest($1::text[]) form',
      [forms],
    );
    const matchesTerm = ({ stem, isPrefix }: SearchTerm, stems: readonly string[]): boolean =>
      stems.some((each) => (isPrefix ? each.startsWith(stem) : each === stem));
    const matches = stemmed.map(
      ({ form, stems }) => [form, terms.flatMap((term, index) => (matchesTerm(term, stems) ? [index] : []))] as const,
    );
    return new Map(matches.filter(([, indexes]) => indexes.length > 0));
  }
}
