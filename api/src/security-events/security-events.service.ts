import { Injectable } from '@nestjs/common';
import type { Response } from 'express';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import type { SecurityEventFilter } from '@ringwell/database/accounts/security/security-event-search';
import { SecurityEventsRepository } from '@ringwell/database/accounts/security/security-events.repository';

import type { Principal } from '../auth/principal/principal';
import { exportPages } from '../http/export-pages';
import { explainTimeout } from '../http/problems/search-too-slow';
import { parseEnd, parseStart } from '../http/request/day-or-instant.decorator';
import { SecurityRecorder } from '../http/security/security-recorder.service';
import { securityEventColumns } from './security-event-export';
import { securityEventView, type SecurityEventPageDto } from './security-events.dto';
import type { SecurityEventsExportQuery, SecurityEventsQuery } from './security-events.dto';

@Injectable()
export class SecurityEventsService {
  constructor(
    private readonly events: SecurityEventsRepository,
    private readonly accounts: AccountsRepository,
    private readonly recorder: SecurityRecorder,
  ) {}

  /** Returns events, newest first. Dates are in the time zone of the administrator's account. */
  async list({ accountId }: Principal, query: SecurityEventsQuery): Promise<SecurityEventPageDto> {
    const { limit, cursor } = query;
    const filter = this.toFilter(query, await this.accounts.findTimeZone(accountId));
    const events = await this.events.list(filter, limit + 1, cursor).catch(explainTimeout);
    const pageItems = events.slice(0, limit);
    return {
      events: pageItems.map(securityEventView),
      nextCursor: events.length > limit ? (pageItems.at(-1)?.id ?? null) : null,
    };
  }

  /** Sends the newest `MAX_EXPORTED_ENTRIES` events as CSV, with dates and times in the same time zone. */
  async export({ accountId }: Principal, query: SecurityEventsExportQuery, response: Response): Promise<void> {
    const timeZone = await this.accounts.findTimeZone(accountId);
    const filter = this.toFilter(query, timeZone);
    await exportPages(response, 'security-events', securityEventColumns(timeZone), (limit, after) =>
      this.events.list(filter, limit, after),
    );
  }

  private toFilter(query: SecurityEventsExportQuery, timeZone: string): SecurityEventFilter {
    const { kind, outcome, userId, user, address, from, to } = query;
    return {
      kind,
      outcome,
      userId,
      user,
      emailHashes: user === undefined ? [] : this.recorder.hashEmail(user),
      address,
      from: from === undefined ? undefined : parseStart(from, timeZone),
      before: to === undefined ? undefined : parseEnd(to, timeZone),
    };
  }
}
