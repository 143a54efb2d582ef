import { escapeLike } from '../postgres/sql';

// Scanning up to this many of an account's calls is cheaper than using the index.
const MAX_SCANNED_ACCOUNT_CALLS = 100;
// In larger accounts, the newest calls are scanned first. For a frequent word, this fills a page more cheaply than the
// index does.
const FIRST_SCAN_CALLS = 50;
// Then the index is searched for as many of the newest calls as should yield this many pages of results.
const EXPECTED_PAGES = 2;

/**
 * How a search was interpreted, in the order in which interpretations are tried. The first one that finds a call is
 * used for all pages.
 * - `words`: all words occur, in any form, or the digits occur in a phone number
 * - `beginnings`: the last word may be incomplete
 * - `similar`: the customer's name resembles the search
 */
export const SEARCH_READINGS = ['words', 'beginnings', 'similar'] as const;
export type SearchReading = (typeof SEARCH_READINGS)[number];

/** A search's queries. Each returns at most a page, newest calls first. */
export interface SearchQueries<Row> {
  limit: number;
  scanLatest: (calls: number) => Promise<Row[]>;
  hasMoreCallsThan: (calls: number) => Promise<boolean>;
  /** Searches the newest `calls` calls, or all calls, by index. */
  searchIndex: (calls?: number) => Promise<Row[]>;
}

export async function searchPage<Row>({
  limit,
  scanLatest,
  hasMoreCallsThan,
  searchIndex,
}: SearchQueries<Row>): Promise<Row[]> {
  if (!(await hasMoreCallsThan(MAX_SCANNED_ACCOUNT_CALLS))) return scanLatest(MAX_SCANNED_ACCOUNT_CALLS);
  const firstRows = await scanLatest(FIRST_SCAN_CALLS);
  if (firstRows.length === limit) return firstRows;
  if (firstRows.length > 0) {
    const matches = await searchIndex(Math.ceil((EXPECTED_PAGES * limit * FIRST_SCAN_CALLS) / firstRows.length));
    if (matches.length === limit) return matches;
  }
  return searchIndex();
}

/** Minimum similarity of a name, from 0 to 1: "Jonson" scores 0.5 against "Johnson", and 0.43 against "Jones". */
export const NAME_SIMILARITY = 0.45;

/** The phone number of a customer whose name contains some of the search terms, with the remaining terms. */
export interface MatchedNumber {
  digits: string;
  remainingTerms: string;
}

/**
 * Builds a query for the numbers of customers whom the account knows by this name, or by some of its words, newest
 * first: the senders of their calls may have given only the number. Returns `undefined` if the text can't be a name.
 */
export function namedCustomersSql(
  text: string,
  reading: SearchReading,
  bind: (value: unknown) => string,
): string | undefined {
  if (!NAME_QUERY.test(text)) return undefined;
  const isSimilar = reading === 'similar';
  const words = text.trim().split(/\s+/);
  // Shorter words occur in too many names.
  const usableWords = words.filter((word) => words.length === 1 || word.length >= MIN_SEARCH_LETTERS);
  const nameConditions = isSimilar
    ? [`name %> ${bind(text)}`]
    : usableWords.map((word) => `name ilike ${bind(`%${escapeLike(word)}%`)}`);
  if (nameConditions.length === 0) return undefined;
  const matchCount = nameConditions.map((condition) => `(${condition})::int`).join(' + ');
  const isPrefix = reading === 'beginnings' ? `position = ${words.length}` : 'false';
  const wordsParameter = bind(isSimilar ? [] : words);
  // Only splits the selected names into words, because splitting is slow.
  return `
    with terms as materialized (
      select word, position, call_search_query(word, ${isPrefix}) as query
      from unnest(${wordsParameter}::text[]) with ordinality as term (word, position)
    ), named as materialized (
      select id, name from customers where account_id = $1 and (${nameConditions.join(' or ')})
      order by ${matchCount} desc, last_called_at desc nulls last
      limit ${usableWords.length === 1 || isSimilar ? MAX_NAMED_CUSTOMERS : MAX_PARTIAL_NAME_MATCHES}
    ), matched as materialized (
      select named.id, (select coalesce(string_agg(word, ' ' order by position), '')
        from terms where not words @@ query) as remaining_terms
      from named cross join lateral (select call_search_words(name) as words offset 0) split
    )
    select regexp_replace(number.key, '^tel:(\\+1)?|\\D', '', 'g') as digits, remaining_terms as "remainingTerms"
    from matched join customer_keys number on number.account_id = $1 and number.customer_id = matched.id
    where number.key ~ '^tel:.*\\d{${LOCAL_DIGITS}}$' and remaining_terms <> ${bind(words.join(' '))}`;
}

/**
 * Returns a condition on a call's row in `call_search`, named `search`, or `undefined` if the interpretation doesn't
 * apply to the text.
 * @param numbers numbers of customers whose names contain some of the search terms; their calls must contain the other
 * terms
 */
export function searchCondition(
  text: string,
  reading: SearchReading,
  numbers: readonly MatchedNumber[],
  bind: (value: unknown) => string,
): string | undefined {
  const remainders = [...new Set(numbers.map(({ remainingTerms }) => remainingTerms))];
  const containsText = textCondition(text, reading, bind);
  const conditions = remainders.map((terms) => {
    const digits = numbers.filter((each) => each.remainingTerms === terms).map((each) => each.digits);
    // A call's words include its local numbers, so the index can find the call by number.
    const localNumbers = `${bind(digits.map((each) => `'${each.slice(-LOCAL_DIGITS)}'`).join(' | '))}::tsquery`;
    const isPrefix =
      reading === 'beginnings' && ENDS_WITH_LETTERS.test(terms) && text.trim().endsWith(terms.split(' ').at(-1) ?? '');
    const words = terms === '' ? localNumbers : `(${localNumbers} && call_search_query(${bind(terms)}, ${isPrefix}))`;
    return `search.words @@ ${words} and search.names like any (${bind(digits.map((each) => `%${each}%`))}::text[])`;
  });
  const allConditions = [...(containsText === undefined ? [] : [containsText]), ...conditions];
  return allConditions.length === 0 ? undefined : `(${allConditions.join(' or ')})`;
}

function textCondition(text: string, reading: SearchReading, bind: (value: unknown) => string): string | undefined {
  switch (reading) {
    case 'words': {
      const words = `search.words @@ call_search_query(${bind(text)})`;
      const digits = phoneDigits(text);
      return digits === undefined ? words : `(${words} or search.names like ${bind(`%${digits}%`)})`;
    }
    case 'beginnings':
      return ENDS_WITH_LETTERS.test(text) ? `search.words @@ call_search_query(${bind(text)}, true)` : undefined;
    case 'similar':
      return NAME_QUERY.test(text) ? `search.names %> call_search_text(${bind(text)})` : undefined;
  }
}

/**
 * Builds a query for the account's calls that meet the condition, found by an index that includes the account.
 * @param since limits the search to calls since a given time: `time` is an expression for a call's time, which is never
 * after its arrival, and `query` returns the earliest `time`
 */
export function matchingCallsSql(condition: string, since?: { time: string; query: string }): string {
  return `
    with ${since ? `since as materialized (${since.query}),` : ''} found as materialized (
      select call_id from call_search search where search.account_id = $1 and ${condition}
        ${since ? `and ${utcHour('search.created_at')} >= ${utcHour('(select time from since)')}` : ''}
      ${WAITING_CALLS.map((ids) => `union all ${waitingCallsSql(condition, ids)}`).join(' ')}
    )
    select call.* from found join calls call on call.id = found.call_id
      ${since ? `where ${since.time} >= (select time from since)` : ''}`;
}

/**
 * Builds a query for the account's calls whose sender gave this id, which is a word in their search documents, or that
 * led to the job with this id or number.
 */
export function callsWithIdSql(reference: { kind: 'job' | 'customer'; id: string }, parameters: unknown[]): string {
  const { kind } = reference;
  const id = `$${parameters.push(reference.id)}`;
  const callsWithWordSql = `
    select id from (${matchingCallsSql(`search.words @@ call_search_query(${id})`)}) call
    where lower(${kind}_id) = lower(${id})`;
  const bookedCallsSql = `union select call_id from booking_facts where account_id = $1 and ${id} in (job_id, job_number)`;
  return `(select * from calls where id in (${callsWithWordSql} ${kind === 'job' ? bookedCallsSql : ''}))`;
}

/** Returns a condition on `call`: its document meets `condition`, or would if it existed. */
export function callMatchesSql(condition: string): string {
  return `exists (select from call_search_document(call.id) search where ${condition})`;
}

// Each query's condition has a partial index. The first query uses the order of its index, because PostgreSQL might
// otherwise read all of the account's calls.
const WAITING_CALLS = [
  `select id from calls where account_id = $1 and state = 'queued' order by deadline_at, run_after, id`,
  `select id from calls where account_id = $1 and state in ('released', 'running')`,
];

// Waiting calls don't have a document, except long-waiting ones (see `WaitingCallSearchRepository`); `offset 0` makes
// PostgreSQL exclude these before computing the others' documents.
function waitingCallsSql(condition: string, ids: string): string {
  return `
      select (waiting.call).id from (
          select found.call from (${ids}) listed cross join lateral (
            select call from calls call where call.id = listed.id offset 0) found
          where not exists (select from call_search where call_search.call_id = listed.id) offset 0
        ) waiting
        cross join lateral (select call_search_words(call_search_details(waiting.call)) as words,
          call_search_names(waiting.call) as names) search
      where ${condition}`;
}

function utcHour(time: string): string {
  return `date_trunc('hour', ${time} at time zone 'utc')`;
}

// Matches any part of a number in any format. Drops the country code, which people rarely type.
function phoneDigits(text: string): string | undefined {
  if (!PHONE_NUMBER.test(text)) return undefined;
  const digits = text.replace(/\D/g, '');
  const hasCountryCode = /^\s*\+1/.test(text) || (digits.length === 11 && digits.startsWith('1'));
  const nationalDigits = hasCountryCode ? digits.slice(1) : digits;
  return nationalDigits.length >= MIN_SEARCH_DIGITS ? nationalDigits : undefined;
}

// Address books and web pages add direction marks and other dashes.
const PHONE_NUMBER = /^[\d\s()+./\p{Pd}\p{Bidi_Control}]+$/u;
const MIN_SEARCH_DIGITS = 3; // shorter strings have no trigrams
const LOCAL_DIGITS = 7; // without the area code
const MAX_NAMED_CUSTOMERS = 200;
// A single word may occur in many names, so names with the most matching words come first.
const MAX_PARTIAL_NAME_MATCHES = 60;
const MIN_SEARCH_LETTERS = 3;
const ENDS_WITH_LETTERS = /[\p{L}\p{M}]{3}$/u;
// Quoted and excluded words are taken literally.
const NAME_QUERY = /^(?!.*["]|.*(?:^|\s)-).*\p{L}{2}/u;
