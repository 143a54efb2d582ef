import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';
import type { Response } from 'express';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import type { SecurityEventFilter } from '@ringwell/database/accounts/security/security-event-search';
import {
  SecurityEventsRepository,
  type ListedSecurityEvent,
} from '@ringwell/database/accounts/security/security-events.repository';

import type { Principal } from '../auth/principal/principal';
import { explainTimeout } from '../http/problems/search-too-slow';
import { endOf, startOf } from '../http/request/day-or-instant.decorator';
import { SecurityRecorder } from '../http/security/security-recorder.service';
import { streamResponse } from '../http/stream-response';
import { securityEventRow, securityEventTable } from './security-event-export';
import { securityEventView, type SecurityEventPageDto } from './security-events.dto';
import type { SecurityEventsExportQuery, SecurityEventsQuery } from './security-events.dto';

export const MAX_EXPORTED_EVENTS = 50_000;
const EXPORT_PAGE_SIZE = 500;

/** Reads the security events for administrators. */
@Injectable()
export class SecurityEventsService {
  constructor(
    private readonly events: SecurityEventsRepository,
    private readonly accounts: AccountsRepository,
    private readonly recorder: SecurityRecorder,
  ) {}

  /** Newest first. Dates begin and end in the time zone of the administrator's account. */
  async list({ accountId }: Principal, query: SecurityEventsQuery): Promise<SecurityEventPageDto> {
    const { limit, cursor } = query;
    const filter = this.filterOf(query, await this.accounts.findTimeZone(accountId));
    const found = await this.events.list(filter, limit + 1, cursor).catch(explainTimeout);
    const shown = found.slice(0, limit);
    return {
      events: shown.map(securityEventView),
      nextCursor: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  }

  /** Sends a CSV file with the newest `MAX_EXPORTED_EVENTS`, times in the time zone of the administrator's account. */
  async export({ accountId }: Principal, query: SecurityEventsExportQuery, response: Response): Promise<void> {
    const timeZone = await this.accounts.findTimeZone(accountId);
    const filter = this.filterOf(query, timeZone);
    const first = await this.events.list(filter, EXPORT_PAGE_SIZE).catch(explainTimeout); // a database error can still set the status here
    response.attachment(`security-events-${new Date().toISOString().slice(0, 10)}.csv`);
    await streamResponse(response, Readable.from(this.rows(filter, first, timeZone)), securityEventTable(timeZone));
  }

  private async *rows(
    filter: SecurityEventFilter,
    first: ListedSecurityEvent[],
    timeZone: string,
  ): AsyncGenerator<ReturnType<typeof securityEventRow>> {
    let page = first;
    for (let exported = page.length; page.length > 0; exported += page.length) {
      yield* page.map((event) => securityEventRow(event, timeZone));
      await setImmediate(); // gives other requests a turn
      if (page.length < EXPORT_PAGE_SIZE || exported >= MAX_EXPORTED_EVENTS) return;
      page = await this.events.list(filter, EXPORT_PAGE_SIZE, page.at(-1)?.id);
    }
  }

  private filterOf(query: SecurityEventsExportQuery, timeZone: string): SecurityEventFilter {
    const { kind, outcome, userId, user, address, from, to } = query;
    return {
      kind,
      outcome,
      userId,
      user,
      emailHashes: user === undefined ? [] : this.recorder.emailHashes(user),
      address,
      from: from === undefined ? undefined : startOf(from, timeZone),
      before: to === undefined ? undefined : endOf(to, timeZone),
    };
  }
}
