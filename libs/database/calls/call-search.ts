import { escapeLike } from '../postgres/sql';

// Up to this many of an account's calls are scanned, which costs less than the index.
const MAX_SCANNED_ACCOUNT_CALLS = 100;
// In larger accounts, the latest calls are scanned first. A frequent word fills a page from these, at a lower cost than
// the index.
const FIRST_SCAN_CALLS = 50;
// After that, the index searches as many of the latest calls as should contain this many pages of results.
const PAGES_EXPECTED = 2;

/**
 * How a search was interpreted, in the order of the attempts. The first attempt that finds a call applies to all pages.
 * - `words`: all words occur, in any form, or the digits in a phone number
 * - `beginnings`: the last word may be incomplete
 * - `similar`: the customer's name resembles the search
 */
export const SEARCH_READINGS = ['words', 'beginnings', 'similar'] as const;
export type SearchReading = (typeof SEARCH_READINGS)[number];

/** The queries of a search. Each returns at most a page, latest calls first. */
export interface SearchQueries<Found> {
  limit: number;
  scanLatest: (calls: number) => Promise<Found[]>;
  hasMoreThan: (calls: number) => Promise<boolean>;
  /** Searches the latest `calls` calls, or all calls, by index. */
  searchIndex: (calls?: number) => Promise<Found[]>;
}

export async function searchPage<Found>({
  limit,
  scanLatest: read,
  hasMoreThan,
  searchIndex: lookUp,
}: SearchQueries<Found>): Promise<Found[]> {
  if (!(await hasMoreThan(MAX_SCANNED_ACCOUNT_CALLS))) return read(MAX_SCANNED_ACCOUNT_CALLS);
  const first = await read(FIRST_SCAN_CALLS);
  if (first.length === limit) return first;
  if (first.length > 0) {
    const found = await lookUp(Math.ceil((PAGES_EXPECTED * limit * FIRST_SCAN_CALLS) / first.length));
    if (found.length === limit) return found;
  }
  return lookUp();
}

/** Minimum similarity of a name, from 0 to 1: "Jonson" scores 0.5 against "Johnson", and 0.43 against "Jones". */
export const NAME_SIMILARITY = 0.45;

/** A phone number of a customer whose name contains words of a search, and the remaining words of the search. */
export interface NamedNumber {
  digits: string;
  rest: string;
}

/**
 * Query for the numbers of customers whom the account knows by this name, or by some of its words, latest first: the
 * senders of their calls may have given only the number. `undefined` if the text cannot be a name.
 */
export function namedCustomersSql(
  text: string,
  reading: SearchReading,
  bind: (value: unknown) => string,
): string | undefined {
  if (!NAMED.test(text)) return undefined;
  const isSimilar = reading === 'similar';
  const words = text.trim().split(/\s+/);
  // Shorter words are in too many names.
  const likely = words.filter((word) => words.length === 1 || word.length >= FEWEST_LETTERS);
  const isLike = isSimilar
    ? [`name %> ${bind(text)}`]
    : likely.map((word) => `name ilike ${bind(`%${escapeLike(word)}%`)}`);
  if (isLike.length === 0) return undefined;
  const mostWords = isLike.map((condition) => `(${condition})::int`).join(' + ');
  const begins = reading === 'beginnings' ? `place = ${words.length}` : 'false';
  const asked = bind(isSimilar ? [] : words);
  // Only the selected names are split into words, because splitting is slow.
  return `
    with given as materialized (
      select word, place, call_search_query(word, ${begins}) as query
      from unnest(${asked}::text[]) with ordinality as given (word, place)
    ), named as materialized (
      select id, name from customers where account_id = $1 and (${isLike.join(' or ')})
      order by ${mostWords} desc, last_called_at desc nulls last
      limit ${likely.length === 1 || isSimilar ? MAX_NAMED_CUSTOMERS : MAX_PARTLY_NAMED}
    ), meant as materialized (
      select named.id, (select coalesce(string_agg(word, ' ' order by place), '') from given where not words @@ query) as rest
      from named cross join lateral (select call_search_words(name) as words offset 0) split
    )
    select regexp_replace(number.key, '^tel:(\\+1)?|\\D', '', 'g') as digits, rest
    from meant join customer_keys number on number.account_id = $1 and number.customer_id = meant.id
    where number.key ~ '^tel:.*\\d{${LOCAL_DIGITS}}$' and rest <> ${bind(words.join(' '))}`;
}

/**
 * Condition on a call's row in `call_search`, named `search`. `undefined` if the reading does not apply to the text.
 * @param numbers numbers of customers whose names contain words of the search; their calls must contain the other words
 */
export function searchCondition(
  text: string,
  reading: SearchReading,
  numbers: readonly NamedNumber[],
  bind: (value: unknown) => string,
): string | undefined {
  const rests = [...new Set(numbers.map(({ rest }) => rest))];
  const saysText = textCondition(text, reading, bind);
  const conditions = rests.map((rest) => {
    const digits = numbers.filter((each) => each.rest === rest).map((each) => each.digits);
    // A call's words include its local numbers, so the index finds the call by them.
    const local = `${bind(digits.map((each) => `'${each.slice(-LOCAL_DIGITS)}'`).join(' | '))}::tsquery`;
    const begins =
      reading === 'beginnings' && BEGINS_WORD.test(rest) && text.trim().endsWith(rest.split(' ').at(-1) ?? '');
    const words = rest === '' ? local : `(${local} && call_search_query(${bind(rest)}, ${begins}))`;
    return `search.words @@ ${words} and search.names like any (${bind(digits.map((each) => `%${each}%`))}::text[])`;
  });
  const all = [...(saysText === undefined ? [] : [saysText]), ...conditions];
  return all.length === 0 ? undefined : `(${all.join(' or ')})`;
}

function textCondition(text: string, reading: SearchReading, bind: (value: unknown) => string): string | undefined {
  switch (reading) {
    case 'words': {
      const words = `search.words @@ call_search_query(${bind(text)})`;
      const digits = phoneDigits(text);
      return digits === undefined ? words : `(${words} or search.names like ${bind(`%${digits}%`)})`;
    }
    case 'beginnings':
      return BEGINS_WORD.test(text) ? `search.words @@ call_search_query(${bind(text)}, true)` : undefined;
    case 'similar':
      return NAMED.test(text) ? `search.names %> call_search_text(${bind(text)})` : undefined;
  }
}

/**
 * The account's calls that meet the condition, found by an index that includes the account.
 * @param since limits the calls by an expression for their time, which is not after their arrival, and a query for the
 * earliest `time`; without it, all calls
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
 * The account's calls with this id from the sender, which is a word in their documents, or that have led to the job
 * with this id or number.
 */
export function callsWithIdSql(sent: { of: 'job' | 'customer'; id: string }, parameters: unknown[]): string {
  const { of } = sent;
  const id = `$${parameters.push(sent.id)}`;
  const withWord = `
    select id from (${matchingCallsSql(`search.words @@ call_search_query(${id})`)}) call
    where lower(${of}_id) = lower(${id})`;
  const ledTo = `union select call_id from booking_facts where account_id = $1 and ${id} in (job_id, job_number)`;
  return `(select * from calls where id in (${withWord} ${of === 'job' ? ledTo : ''}))`;
}

/** Condition on `call`: its document meets the condition, or would once it exists. */
export function isFoundSql(condition: string): string {
  return `exists (select from call_search_document(call.id) search where ${condition})`;
}

// Each condition has a partial index. The calls are read in the order of the first; otherwise PostgreSQL might read all
// calls of the account.
const WAITING_CALLS = [
  `select id from calls where account_id = $1 and state = 'queued' order by deadline_at, run_after, id`,
  `select id from calls where account_id = $1 and state in ('released', 'running')`,
];

// Waiting calls have no document, except those that have waited for a long time (see `WaitingCallSearchRepository`);
// `offset 0` makes PostgreSQL exclude these before it computes the documents of the others.
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

function utcHour(moment: string): string {
  return `date_trunc('hour', ${moment} at time zone 'utc')`;
}

// Matches any part of a number in any format. Drops the country code, which few people write.
function phoneDigits(text: string): string | undefined {
  if (!PHONE_NUMBER.test(text)) return undefined;
  const digits = text.replace(/\D/g, '');
  const hasCountryCode = /^\s*\+1/.test(text) || (digits.length === 11 && digits.startsWith('1'));
  const national = hasCountryCode ? digits.slice(1) : digits;
  return national.length >= FEWEST_DIGITS ? national : undefined;
}

const PHONE_NUMBER = /^[\d\s()+./-]+$/;
const FEWEST_DIGITS = 3; // shorter texts have no trigrams
const LOCAL_DIGITS = 7; // without the area code
const MAX_NAMED_CUSTOMERS = 200;
// One of several words may be in many names; the names with the most words come first.
const MAX_PARTLY_NAMED = 60;
const FEWEST_LETTERS = 3;
const BEGINS_WORD = /\p{L}{3}$/u;
// Quoted and excluded words are meant literally.
const NAMED = /^(?!.*["]|.*(?:^|\s)-).*\p{L}{2}/u;
