import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { ActivityAction } from '@ringwell/domain/activity';

import { rows } from '../postgres/sql';
import { ActivityLog } from './activity-log.entity';

export interface Actor {
  /** Null for visitors. */
  userId: string | null;
  ipAddress: string | null;
  userAgent: string | null;
  impersonatedUserId?: string;
}

export interface NewActivity {
  action: ActivityAction;
  /** A sentence for administrators, without secrets and without content of calls. */
  description: string;
  metadata?: Record<string, unknown>;
}

/** An entry with the name of the user who acted. Visitors and deleted users have no id and no name. */
export interface ActivityEntry extends Pick<
  ActivityLog,
  'id' | 'description' | 'metadata' | 'ipAddress' | 'userAgent' | 'createdAt' | 'userId'
> {
  /** One of `ACTIVITY_ACTIONS`, or an action of an earlier release. */
  action: string;
  userName: string | null;
  userEmail: string | null;
}

@Injectable()
export class ActivityRepository {
  constructor(private readonly manager: EntityManager) {}

  /** Run this in the transaction of the recorded change, so that both are committed or neither. */
  async record(actor: Actor, { action, description, metadata }: NewActivity): Promise<void> {
    const { userId, ipAddress, userAgent, impersonatedUserId } = actor;
    const extended = impersonatedUserId === undefined ? metadata : { ...metadata, impersonatedUserId };
    await this.manager.insert(ActivityLog, {
      userId,
      action,
      description,
      ipAddress,
      userAgent,
      metadata: (extended ?? null) as object,
    });
  }

  /**
   * Records an action at most once per minute and target user, because unauthenticated requests must not flood the log.
   */
  async recordOncePerMinute(actor: Actor, entry: NewActivity & { metadata: { targetUserId: string } }): Promise<void> {
    const [recent] = await rows(
      this.manager,
      `
      select from activity_logs
        where action = $1 and metadata->>'targetUserId' = $2 and created_at > now() - interval '1 minute' limit 1`,
      [entry.action, entry.metadata.targetUserId],
    );
    if (!recent) await this.record(actor, entry);
  }

  list(limit: number): Promise<ActivityEntry[]> {
    return rows<ActivityEntry>(
      this.manager,
      `
      select entry.id, entry.action, entry.description, entry.metadata, entry.ip_address as "ipAddress",
        entry.user_agent as "userAgent",
        entry.created_at as "createdAt", entry.user_id as "userId",
        nullif(trim(concat_ws(' ', actor.first_name, actor.last_name)), '') as "userName", actor.email as "userEmail"
      from (select * from activity_logs order by created_at desc, id desc limit $1) entry
      left join users actor on actor.id = entry.user_id
      order by entry.created_at desc, entry.id desc`,
      [limit],
    );
  }
}
