import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import type { UsageRecord } from '@ringwell/database/calls/usage.entity';
import { UnitOfWork } from '@ringwell/database/unit-of-work';

import { idempotencyKeyReused } from '../http/request/idempotency-key.decorator';
import type { PostedUsageDto } from './dto/posted-usage.dto';

/**
 * Records usage that clients report. Posted minutes count toward totals and limits and are charged like call minutes.
 */
@Injectable()
export class PostedUsageService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Stores a record, or returns the existing record with the same key and content.
   * @throws AppError `IDEMPOTENCY_KEY_REUSED`
   */
  async post(accountId: string, usage: PostedUsageDto, idempotencyKey: string | undefined): Promise<UsageRecord> {
    const { minutes, instanceRuns, apiCalls, source, metadata = null } = usage;
    const requestHash = hashContent({ minutes, instanceRuns, apiCalls, source, metadata });
    const record = await this.unitOfWork.run((repositories) =>
      repositories.usage.recordPosted(accountId, {
        minutes: String(minutes),
        instanceRuns,
        apiCalls,
        source,
        metadata,
        idempotencyKey: idempotencyKey ?? null,
        requestHash,
      }),
    );
    if (record.requestHash !== requestHash) throw idempotencyKeyReused('usage record');
    return record;
  }
}

// The hash does not depend on field order.
function hashContent(content: object): string {
  const text = JSON.stringify(content, (_key, value: unknown) => (isRecord(value) ? withSortedKeys(value) : value));
  return createHash('sha256').update(text).digest('hex');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withSortedKeys(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
