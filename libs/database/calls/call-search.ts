/** An account with no more calls than these is read as a whole, one by one, for what the index costs at worst. */
const FEW_CALLS = 600;
/** Of others the latest calls are read first: words that many have fill a page from there, at less than the index costs. */
const READ_CALLS = 50;
/** Then the index looks among so many of the latest calls that a page is expected to be found this often. */
const PAGES_EXPECTED = 2;

/** The ways to find an account's calls with the words, the latest first. */
export interface WordSearch<Found> {
  /** Calls of a page. */
  limit: number;
  /** At most a page from among some of the latest calls, which are read one by one. */
  read: (calls: number) => Promise<Found[]>;
  hasMoreThan: (calls: number) => Promise<boolean>;
  /** At most a page by the indexes: from among some of the latest calls, or from all. */
  lookUp: (calls?: number) => Promise<Found[]>;
}

/** One page, found in the way that costs least. */
export async function findWords<Found>({ limit, read, hasMoreThan, lookUp }: WordSearch<Found>): Promise<Found[]> {
  if (!(await hasMoreThan(FEW_CALLS))) return read(FEW_CALLS);
  const first = await read(READ_CALLS);
  if (first.length === limit) return first;
  if (first.length > 0) {
    const found = await lookUp(Math.ceil((PAGES_EXPECTED * limit * READ_CALLS) / first.length));
    if (found.length === limit) return found;
  }
  return lookUp();
}

/** What is searched for, as the names of bound patterns. */
export interface Words {
  pattern: string;
  /** The digits alone, when it may be a number. */
  digits?: string;
}

export function wordsOf(search: string, bind: (value: unknown) => string): Words {
  const digits = PHONE_NUMBER.test(search) ? search.replace(/\D/g, '') : '';
  return {
    pattern: bind(`%${literal(search)}%`),
    ...(digits.length >= FEWEST_DIGITS && { digits: bind(`%${digits}%`) }),
  };
}

/** The words stand somewhere in a call. Read call by call. */
export function areIn(words: Words): string {
  return `(${areInCall(words)} or analysis.summary ilike ${words.pattern}
    or (select text from transcripts where call_id = call.id and run_number = call.result_run_number) ilike ${words.pattern})`;
}

/**
 * The account's calls with the words, found by indexes that know the account. A result is written after its call was handed in; the hour
 * before is looked at as well, should the clock have been set back.
 * @param since finds the moment that calls were handed in at or after; all calls without it
 */
export function callsWith(words: Words, since?: string): string {
  const calls = since ? 'and call.created_at >= (select created_at from since)' : '';
  const results = since
    ? `and ${hourOf('created_at')} >= ${hourOf('(select created_at from since)')} - interval '1 hour'`
    : '';
  return `
    with ${since ? `since as materialized (${since}),` : ''} result as materialized (
      select call_id, run_number from transcripts where user_id = $1 ${results} and text ilike ${words.pattern}
      union all
      select call_id, run_number from analyses where user_id = $1 ${results} and summary ilike ${words.pattern}
    ), found as materialized (
      select id from calls call where call.user_id = $1 ${calls} and ${areInCall(words)}
      union
      select call.id from result join calls call on call.id = result.call_id and call.result_run_number = result.run_number ${calls}
    )
    select call.* from found join calls call using (id)`;
}

/** As the index has it. */
function hourOf(moment: string): string {
  return `date_trunc('hour', ${moment} at time zone 'utc')`;
}

/**
 * In the name or a number, which are compared as one text with a sign between them that nobody types: three comparisons cost half as
 * much again. A number is also found by its digits, however either of the two is written.
 */
function areInCall({ pattern, digits }: Words): string {
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

/** Takes the meaning away that some characters have in a pattern. */
function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
