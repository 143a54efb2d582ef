// Up to this many calls of an account are searched one by one, which costs no more than the index in its worst case.
const MAX_SCANNED_ACCOUNT_CALLS = 600;
// For larger accounts, the latest calls are searched one by one first. A frequent word fills a page from these, at a
// lower cost than the index.
const FIRST_SCAN_CALLS = 50;
// Then the index searches as many of the latest calls as are expected to contain this many pages.
const PAGES_EXPECTED = 2;

/** The queries of a search. Each returns at most a page, the latest calls first. */
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

export interface SearchPatterns {
  pattern: string;
  digits?: string;
}

export function searchPatterns(search: string, bind: (value: unknown) => string): SearchPatterns {
  const digits = PHONE_NUMBER.test(search) ? search.replace(/\D/g, '') : '';
  return {
    pattern: bind(`%${escapeWildcards(search)}%`),
    ...(digits.length >= FEWEST_DIGITS && { digits: bind(`%${digits}%`) }),
  };
}

/** Condition: the text occurs in a call. Checked call by call. */
export function matchesCall(words: SearchPatterns): string {
  return `(${matchesNameOrNumber(words)} or analysis.summary ilike ${words.pattern}
    or (select text from transcripts
      where call_id = call.id and run_number = call.result_run_number) ilike ${words.pattern})`;
}

/**
 * The account's calls that contain the text, found by indexes that include the account. A result is written after its
 * call was received; the previous hour is included in case the clock was set back.
 * @param since limits the calls by an expression for their time, which is not after their arrival, and a query for the
 * earliest `time`; without it, all calls
 */
export function matchingCallsSql(words: SearchPatterns, since?: { time: string; query: string }): string {
  const calls = since ? `and ${since.time} >= (select time from since)` : '';
  const results = since
    ? `and ${utcHour('created_at')} >= ${utcHour('(select time from since)')} - interval '1 hour'`
    : '';
  return `
    with ${since ? `since as materialized (${since.query}),` : ''} result as materialized (
      select call_id, run_number from transcripts where user_id = $1 ${results} and text ilike ${words.pattern}
      union all
      select call_id, run_number from analyses where user_id = $1 ${results} and summary ilike ${words.pattern}
    ), found as materialized (
      select id from calls call where call.user_id = $1 ${calls} and ${matchesNameOrNumber(words)}
      union
      select call.id from result
        join calls call on call.id = result.call_id and call.result_run_number = result.run_number ${calls}
    )
    select call.* from found join calls call using (id)`;
}

function utcHour(moment: string): string {
  return `date_trunc('hour', ${moment} at time zone 'utc')`;
}

// Condition: the text occurs in the customer's name or a phone number. They are compared as one text with a separator
// that cannot be typed, because three comparisons cost 50 % more. A phone number is also compared by its digits,
// whatever its format.
function matchesNameOrNumber({ pattern, digits }: SearchPatterns): string {
  const texts = ['call.customer_name', 'call.from_number', 'call.to_number'].map((column) => `coalesce(${column}, '')`);
  const places = [
    `${texts.join(` || ${SEPARATOR} || `)} ilike ${pattern}`,
    ...(digits
      ? ['call.from_number', 'call.to_number'].map(
          (column) => `regexp_replace(${column}, '\\D', '', 'g') like ${digits}`,
        )
      : []),
  ];
  return `(${places.join(' or ')})`;
}

const SEPARATOR = `e'\\x1f'`;
const PHONE_NUMBER = /^[\d\s()+./-]+$/;
const FEWEST_DIGITS = 2;

function escapeWildcards(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
