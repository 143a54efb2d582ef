import type { Readable } from 'node:stream';

import { AppError } from '@ringwell/domain/app-error';

import type { ServiceTitanAccount } from './service-titan-account';
import {
  CALL_DETAIL,
  CALL_ROW,
  CALLS_PAGE,
  CUSTOMER,
  JOB,
  NOTE,
  pageOf,
  WRITTEN_NOTE,
  type CallRow,
} from './service-titan-answers';
import type { ApiCall, ServiceTitanApi } from './service-titan-api';

/** Where a note is written: a job or a customer, by its id. */
export interface NotePlace {
  kind: 'job' | 'customer';
  id: string;
}

export interface Customer {
  id: string;
  name: string | null;
}

/** Whom a call was with and what came of it, as far as ServiceTitan knows. */
export interface CallDetail {
  jobId: string | null;
  customerId: string | null;
}

/** One page of the feed of calls. */
export interface CallsPage {
  /** Those that can be read. */
  rows: CallRow[];
  unreadable: number;
  /** Where the next page begins. */
  continueFrom: string;
  hasMore: boolean;
}

export interface AskOptions {
  signal: AbortSignal;
}

const JOBS = 'Jobs (read and write)';
const CUSTOMERS = 'Customers (read and write)';
const CALLS = 'Calls (read)';

/** The most that ServiceTitan gives of a list at once is 5,000. */
const NOTES_PER_PAGE = 500;
const MAX_NOTE_PAGES = 40;
/** Who shares a number with more people cannot be told apart by it anyway. */
const CUSTOMERS_LOOKED_AT = 20;

/** What the product asks of ServiceTitan. Every method throws AppError as `serviceTitanError` says, or the signal's reason. */
export class ServiceTitanClient {
  constructor(private readonly api: ServiceTitanApi) {}

  async jobExists(account: ServiceTitanAccount, jobId: string, { signal }: AskOptions): Promise<boolean> {
    const call = { module: 'jpm', path: `jobs/${jobId}`, permission: JOBS } as const;
    return (await orNull(this.api.get(account, call, JOB, signal))) !== null;
  }

  /** The id of the job that was made last. */
  async latestJobOf(account: ServiceTitanAccount, customerId: string, { signal }: AskOptions): Promise<string | null> {
    const query = { customerId, sort: '-CreatedOn', page: '1', pageSize: '1' };
    const { data } = await this.api.get(
      account,
      { module: 'jpm', path: 'jobs', query, permission: JOBS },
      pageOf(JOB),
      signal,
    );
    return data[0]?.id ?? null;
  }

  async customerExists(account: ServiceTitanAccount, customerId: string, { signal }: AskOptions): Promise<boolean> {
    const call = { module: 'crm', path: `customers/${customerId}`, permission: CUSTOMERS } as const;
    return (await orNull(this.api.get(account, call, CUSTOMER, signal))) !== null;
  }

  /** Active customers with this number. @param digits of the number */
  async customersByPhone(account: ServiceTitanAccount, digits: string, { signal }: AskOptions): Promise<Customer[]> {
    const query = { phone: digits, active: 'True', page: '1', pageSize: String(CUSTOMERS_LOOKED_AT) };
    const { data } = await this.api.get(
      account,
      { module: 'crm', path: 'customers', query, permission: CUSTOMERS },
      pageOf(CUSTOMER),
      signal,
    );
    return data.flatMap(({ id, name }) => (id === null ? [] : [{ id, name }]));
  }

  /** `null` when there is no such call. */
  async callDetail(account: ServiceTitanAccount, callId: string, { signal }: AskOptions): Promise<CallDetail | null> {
    const found = await orNull(
      this.api.get(account, { module: 'telecom', path: `calls/${callId}`, permission: CALLS }, CALL_DETAIL, signal),
    );
    return found && { jobId: found.id, customerId: found.leadCall?.customer?.id ?? null };
  }

  /**
   * Writes a note. It cannot be changed or deleted afterwards, and nothing tells ServiceTitan that it is the same as an earlier one.
   * @returns its id, when it has one
   */
  async addNote(
    account: ServiceTitanAccount,
    place: NotePlace,
    text: string,
    { signal }: AskOptions,
  ): Promise<string | null> {
    return (await this.api.post(account, notesOf(place), { text }, WRITTEN_NOTE, signal))?.id ?? null;
  }

  /**
   * Whether a note at this place has these words in it. A place that is gone has none.
   * @param since notes made earlier need not be looked at
   */
  async hasNote(
    account: ServiceTitanAccount,
    place: NotePlace,
    words: string,
    since: Date,
    { signal }: AskOptions,
  ): Promise<boolean> {
    const narrowed: Record<string, string> = place.kind === 'customer' ? { createdOnOrAfter: since.toISOString() } : {}; // notes of jobs take no dates
    for (let page = 1; page <= MAX_NOTE_PAGES; page += 1) {
      const query = { ...narrowed, page: String(page), pageSize: String(NOTES_PER_PAGE) };
      const found = await orNull(this.api.get(account, { ...notesOf(place), query }, pageOf(NOTE), signal));
      if (found?.data.some(({ text }) => text?.includes(words))) return true;
      if (!found?.hasMore) return false;
    }
    throw new AppError({
      kind: 'provider',
      code: 'SERVICETITAN_TOO_MANY_NOTES',
      message: `The ${place.kind} has so many notes in ServiceTitan that nobody can tell whether this one is among them. It was not written again.`,
    });
  }

  /** Calls that are new or were changed, the oldest first; some come again. @param from a `continueFrom`, or an ISO date */
  async callsSince(account: ServiceTitanAccount, from: string, { signal }: AskOptions): Promise<CallsPage> {
    const query = { from, includeRecentChanges: 'true' };
    const { data, continueFrom, hasMore } = await this.api.get(
      account,
      { module: 'telecom', path: 'export/calls', query, permission: CALLS },
      CALLS_PAGE,
      signal,
    );
    const rows = data.flatMap((row) => CALL_ROW.safeParse(row).data ?? []);
    return { rows, unreadable: data.length - rows.length, continueFrom: continueFrom ?? from, hasMore };
  }

  /** The recording of a call as it comes; ServiceTitan says that it is an MP3. */
  recording(account: ServiceTitanAccount, callId: string, maxBytes: number, { signal }: AskOptions): Promise<Readable> {
    return this.api.download(
      account,
      { module: 'telecom', path: `calls/${callId}/recording`, permission: CALLS },
      maxBytes,
      signal,
    );
  }

  /**
   * Which of the permissions are missing: asks for a little of each. That notes may be written as well cannot be found out without
   * writing one.
   */
  async missingPermissions(
    account: ServiceTitanAccount,
    { needsCalls }: { needsCalls: boolean },
    { signal }: AskOptions,
  ): Promise<string[]> {
    const onePage = { page: '1', pageSize: '1' };
    const questions: ApiCall[] = [
      { module: 'jpm', path: 'jobs', query: onePage, permission: JOBS },
      { module: 'crm', path: 'customers', query: onePage, permission: CUSTOMERS },
      ...(needsCalls
        ? [
            {
              module: 'telecom' as const,
              path: 'export/calls',
              query: { from: new Date().toISOString() },
              permission: CALLS,
            },
          ]
        : []),
    ];
    const missing: string[] = [];
    for (const question of questions) {
      if (!(await this.isAllowed(account, question, signal))) missing.push(question.permission);
    }
    return missing;
  }

  private async isAllowed(account: ServiceTitanAccount, question: ApiCall, signal: AbortSignal): Promise<boolean> {
    try {
      await this.api.get(account, question, pageOf(JOB.partial()), signal);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'SERVICETITAN_FORBIDDEN') return false;
      throw error;
    }
  }
}

function notesOf({ kind, id }: NotePlace): ApiCall {
  return kind === 'job'
    ? { module: 'jpm', path: `jobs/${id}/notes`, permission: JOBS }
    : { module: 'crm', path: `customers/${id}/notes`, permission: CUSTOMERS };
}

/** `null` for what ServiceTitan does not know. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AppError && error.code === 'SERVICETITAN_NOT_FOUND') return null;
    throw error;
  }
}
