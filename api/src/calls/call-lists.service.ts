import type { Readable } from 'node:stream';

import { Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { AgentsRepository } from '@ringwell/database/calls/agents.repository';
import {
  CallListsRepository,
  type CallFilter,
  type CallPosition,
  type ListedCall,
} from '@ringwell/database/calls/call-lists.repository';
import { CallPassagesRepository } from '@ringwell/database/calls/call-passages.repository';
import { CustomersRepository } from '@ringwell/database/customers/customers.repository';
import type { Passage } from '@ringwell/domain/calls/search-passage';
import type { ServiceTitanField } from '@ringwell/domain/calls/service-titan-fields';
import { toCallRow } from '@ringwell/rules/calls/call-table';

import type { Principal } from '../auth/principal/principal';
import { readPages } from '../http/export-pages';
import { explainTimeout } from '../http/problems/search-too-slow';
import { StrictValidationPipe } from '../http/request/strict-validation.pipe';
import { toCallFilter } from './call-filter';
import { decodeCursor, encodeCursor } from './dto/call-cursor';
import { CallQueryDto, type CallExportQueryDto } from './dto/call-query.dto';

/** A page of calls, newest first. */
export interface CallPage {
  calls: ListedCall[];
  /** For a search: the matching sentences, by call. */
  passages: ReadonlyMap<string, Passage>;
  /** For a search: true if no call contains the words, so these are calls with similarly named customers. */
  isSimilar: boolean;
  nextCursor: string | null;
  timeZone: string;
}

@Injectable()
export class CallListsService {
  constructor(
    private readonly lists: CallListsRepository,
    private readonly passages: CallPassagesRepository,
    private readonly accounts: AccountsRepository,
    private readonly agents: AgentsRepository,
    private readonly customers: CustomersRepository,
    private readonly validation: StrictValidationPipe,
  ) {}

  /** Validates a query that didn't come from a URL. @throws AppError `VALIDATION_FAILED` */
  validateQuery(parameters: Partial<CallQueryDto>): Promise<CallQueryDto> {
    return this.validation.check(CallQueryDto, parameters);
  }

  /** @throws AppError `SEARCH_TOO_SLOW` */
  async getPage(principal: Principal, query: CallQueryDto): Promise<CallPage> {
    const { cursor, limit, search } = query;
    const { filter, timeZone } = await this.resolveFilter(query, principal);
    const after = cursor === undefined ? undefined : decodeCursor(cursor);
    const matches = await this.find(principal.accountId, filter, limit + 1, after);
    const calls = matches.slice(0, limit);
    const lastCall = calls.at(-1);
    return {
      calls,
      passages: await this.findPassages(principal.accountId, calls, search),
      isSimilar: lastCall?.reading === 'similar',
      nextCursor: lastCall && matches.length > limit ? encodeCursor(lastCall) : null,
      timeZone,
    };
  }

  /** Returns up to `maxCalls` calls as table rows. @throws AppError `SEARCH_TOO_SLOW` */
  async export(
    principal: Principal,
    query: CallExportQueryDto,
    maxCalls: number,
  ): Promise<{ rows: Readable; timeZone: string }> {
    const { filter, timeZone } = await this.resolveFilter(query, principal);
    const listPage = (limit: number, last?: ListedCall): Promise<ListedCall[]> =>
      this.find(principal.accountId, filter, limit, last);
    const rows = await readPages(listPage, (call) => toCallRow(call, timeZone), { maxEntries: maxCalls });
    return { rows, timeZone };
  }

  listServiceTitanValues(accountId: string): Promise<Record<ServiceTitanField, string[]>> {
    return this.lists.listFieldValues(accountId);
  }

  private async resolveFilter(
    query: CallExportQueryDto,
    principal: Principal,
  ): Promise<{ filter: CallFilter; timeZone: string }> {
    const { accountId } = principal;
    const [timeZone, agentIds, customerKeys] = await Promise.all([
      this.accounts.findTimeZone(accountId),
      query.agent === undefined ? undefined : this.agents.listIdsOfSamePerson(accountId, query.agent),
      query.customer === undefined ? undefined : this.customers.listKeys(accountId, query.customer),
    ]);
    return { filter: toCallFilter(query, principal, timeZone, { agentIds, customerKeys }), timeZone };
  }

  private find(accountId: string, filter: CallFilter, limit: number, after?: CallPosition): Promise<ListedCall[]> {
    const isSearch = filter.search !== undefined;
    return this.lists.list(accountId, filter, limit, after).catch(isSearch ? explainTimeout : rethrow);
  }

  private async findPassages(
    accountId: string,
    calls: readonly ListedCall[],
    search?: string,
  ): Promise<CallPage['passages']> {
    if (search === undefined || calls.length === 0) return new Map();
    return this.passages.find(accountId, calls, search).catch(explainTimeout);
  }
}

function rethrow(error: unknown): never {
  throw error;
}
