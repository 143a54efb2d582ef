import { createHmac } from 'node:crypto';

import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';

import {
  SecurityEventsRepository,
  type NewSecurityEvent,
} from '@ringwell/database/accounts/security/security-events.repository';
import { normalizeEmail } from '@ringwell/domain/text/email-address';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { LOGGER, type Logger } from '@ringwell/platform/logging/logger.module';
import { SecurityMetrics } from '@ringwell/platform/metrics/security-metrics';

import { clientNetwork } from '../throttling/client-network';
import { EventAggregator, type RepeatableEvent, type AggregatedEvent } from './event-aggregator';
import type { Rejection } from './rejection';

const WRITE_INTERVAL_MS = 1_000;
// Far longer than any email address.
const MAX_EMAIL_LENGTH = 1_000;
const HASH_LENGTH = 16;
// Maximum number of distinct events per minute.
const LIMITS = { distinct: 200, perNetwork: 20 };
// Maximum number of ids looked up for one event.
const MAX_IDS = 100;

export interface RequestSource {
  userId: string | null;
  accountId: string | null;
  address: string | null;
  userAgent: string | null;
  /** The route's method and pattern. */
  route: string;
}

interface PendingEvent extends RepeatableEvent, Pick<RequestSource, 'userId' | 'accountId' | 'address' | 'userAgent'> {
  rejection: Rejection;
  route: string;
  emailHash?: string;
}

/**
 * Records rejected requests as security events: failed sign-ins, rejected tokens and sessions, and forbidden requests.
 * Changes and successful sign-ins are recorded together with their entry in the activity log.
 *
 * Events are written in the background. Identical ones are aggregated, and the number of distinct ones is limited.
 * Events that can't be stored are logged instead.
 */
@Injectable()
export class SecurityRecorder implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly aggregator = new EventAggregator<PendingEvent>(LIMITS, mergeMissingIds);
  private readonly keys: readonly Buffer[];
  private timer?: NodeJS.Timeout;
  private pendingWrite?: Promise<void>;

  constructor(
    private readonly events: SecurityEventsRepository,
    private readonly metrics: SecurityMetrics,
    @Inject(CONFIG) { SESSION_KEY, SESSION_KEY_PREVIOUS }: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.keys = [SESSION_KEY, ...SESSION_KEY_PREVIOUS].map((key) => Buffer.from(key, 'base64'));
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.flush(), WRITE_INTERVAL_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush(true);
  }

  record(rejection: Rejection, request: RequestSource): void {
    this.metrics.countRejection(rejection.kind, rejection.method);
    const { kind, method, code, targetUserId, email, tokenHash } = rejection;
    const accountId = request.accountId ?? rejection.accountId ?? null;
    const emailHash = email === undefined || targetUserId !== undefined ? undefined : this.hashEmail(email)[0];
    const { userId, address, route } = request;
    const network = clientNetwork(address ?? '');
    this.aggregator.add(
      {
        ...request,
        accountId,
        rejection,
        emailHash,
        key: JSON.stringify([
          kind,
          method,
          code,
          route,
          userId,
          accountId,
          targetUserId,
          emailHash,
          address,
          tokenHash,
        ]),
        networkKey: JSON.stringify([kind, network]),
        overflowKey: kind,
      },
      Date.now(),
    );
  }

  /** Returns keyed hashes of an email address that doesn't belong to a user, one for each key in use, newest first. */
  hashEmail(email: string): string[] {
    const text = normalizeEmail(email).slice(0, MAX_EMAIL_LENGTH);
    return this.keys.map((key) =>
      createHmac('sha256', key).update(`email ${text}`).digest('hex').slice(0, HASH_LENGTH),
    );
  }

  /** Writes due events, or all events if `flushAll` is set. Never rejects. */
  async flush(flushAll = false): Promise<void> {
    if (flushAll) await this.pendingWrite; // an earlier write may still be in progress
    this.pendingWrite ??= this.write(flushAll).finally(() => {
      this.pendingWrite = undefined;
    });
    await this.pendingWrite;
  }

  private async write(flushAll: boolean): Promise<void> {
    const dueEvents = this.aggregator.takeDue(Date.now(), flushAll);
    if (dueEvents.length === 0) return;
    try {
      const rows = await this.toRows(dueEvents);
      if (rows.length > 0) await this.events.insert(rows);
    } catch (err) {
      this.logger.warn({ err, events: dueEvents.length }, 'security: failed to store events, logging them instead');
      for (const event of dueEvents) this.logger.warn({ event: toLogFields(toRow(event)) }, 'security: event');
    }
  }

  private async toRows(dueEvents: readonly AggregatedEvent<PendingEvent>[]): Promise<NewSecurityEvent[]> {
    const hashes = dueEvents.flatMap(({ event }) => event.rejection.tokenHash ?? []);
    const tokens = hashes.length > 0 ? await this.events.findRejectedTokens(hashes) : [];
    const rows: NewSecurityEvent[] = [];
    for (const event of dueEvents) {
      const { accountId, rejection } = event.event;
      const { missingIds, tokenHash, code } = rejection;
      if (missingIds !== undefined && event.level === 'key') {
        const existingIds = accountId === null ? [] : await this.events.findIdsOfOtherAccounts(missingIds, accountId);
        if (existingIds.length === 0) continue; // a deleted record, or a typo
      }
      const token = tokens.find((candidate) => candidate.tokenHash === tokenHash);
      const reason = code === 'TOKEN_REFUSED' && event.level === 'key' ? getTokenRejectionReason(token) : undefined;
      rows.push({ ...toRow(event), ...(reason && { code: reason, accountId: token?.accountId }) });
    }
    return rows;
  }
}

function mergeMissingIds(earlier: PendingEvent, later: PendingEvent): PendingEvent {
  const { missingIds } = later.rejection;
  if (missingIds === undefined) return later;
  const ids = [...(earlier.rejection.missingIds ?? []), ...missingIds].slice(0, MAX_IDS);
  return { ...later, rejection: { ...later.rejection, missingIds: ids } };
}

function getTokenRejectionReason(token: { isRevoked: boolean } | undefined): string {
  if (!token) return 'TOKEN_UNKNOWN';
  return token.isRevoked ? 'TOKEN_REVOKED' : 'TOKEN_EXPIRED';
}

function toRow({ event, level, count, firstAtMs, lastAtMs }: AggregatedEvent<PendingEvent>): NewSecurityEvent {
  const { kind, method, code, targetUserId } = event.rejection;
  const aggregate = { count, firstAt: new Date(firstAtMs), createdAt: new Date(lastAtMs), outcome: 'refused' as const };
  if (level === 'overflowKey') return { kind, code: 'MANY_MORE', ...aggregate };
  const { address: ipAddress, userAgent, route, userId, accountId, emailHash } = event;
  if (level === 'networkKey') return { kind, code: 'MANY_MORE', ipAddress, userAgent, ...aggregate };
  return { kind, method, code, route, userId, targetUserId, accountId, emailHash, ipAddress, userAgent, ...aggregate };
}

// The log redacts `outcome`, because calls have a field with that name.
function toLogFields({ outcome, ...event }: NewSecurityEvent): object {
  return { ...event, wasRejected: outcome === 'refused' };
}
