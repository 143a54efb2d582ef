import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { ActivityAction } from '@ringwell/domain/activity';

import { rows } from '../postgres/sql';
import { ActivityLog } from './activity-log.entity';

/** Who did something, and from where. */
export interface Actor {
  /** Null for visitors. */
  userId: string | null;
  ipAddress: string | null;
  userAgent: string | null;
  /** The account an administrator was looking at meanwhile. */
  impersonatedUserId?: string;
}

/** An entry before it is stored. */
export interface NewActivity {
  action: ActivityAction;
  /** A sentence for administrators. Holds no secret and no words of a call. */
  description: string;
  /** For programs: ids such as `targetUserId`, and what an administrator needs to see beside the sentence. */
  metadata?: Record<string, unknown>;
}

/** An entry with whoever acted; a visitor, or somebody who is deleted by now, has no id and no name. */
export interface ActivityEntry extends Pick<
  ActivityLog,
  'id' | 'description' | 'metadata' | 'ipAddress' | 'userAgent' | 'createdAt' | 'userId'
> {
  /** Those of `ACTIVITY_ACTIONS`, and what earlier releases wrote. */
  action: string;
  /** First and last name; null when there is neither. */
  userName: string | null;
  userEmail: string | null;
}

@Injectable()
export class ActivityRepository {
  constructor(private readonly manager: EntityManager) {}

  /** Run it in the transaction of what it tells about, so that there is one exactly when there is the other. */
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

  /** The same at most once a minute about one user: what strangers can cause must not fill the log. */
  async recordSparsely(actor: Actor, entry: NewActivity & { metadata: { targetUserId: string } }): Promise<void> {
    const [recent] = await rows(
      this.manager,
      `
      select from activity_logs where action = $1 and metadata->>'targetUserId' = $2 and created_at > now() - interval '1 minute' limit 1`,
      [entry.action, entry.metadata.targetUserId],
    );
    if (!recent) await this.record(actor, entry);
  }

  /** The newest first, with the names of those who acted. */
  list(limit: number): Promise<ActivityEntry[]> {
    return rows<ActivityEntry>(
      this.manager,
      `
      select entry.id, entry.action, entry.description, entry.metadata, entry.ip_address as "ipAddress", entry.user_agent as "userAgent",
        entry.created_at as "createdAt", entry.user_id as "userId",
        nullif(trim(concat_ws(' ', actor.first_name, actor.last_name)), '') as "userName", actor.email as "userEmail"
      from (select * from activity_logs order by created_at desc, id desc limit $1) entry
      left join users actor on actor.id = entry.user_id
      order by entry.created_at desc, entry.id desc`,
      [limit],
    );
  }
}
