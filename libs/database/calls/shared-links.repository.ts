import { IsNull } from 'typeorm';

import { SqlRepository } from '../postgres/sql';
import { SharedLink } from './shared-link.entity';

export type NewSharedLink = Pick<
  SharedLink,
  'accountId' | 'callId' | 'createdBy' | 'tokenHash' | 'scope' | 'clipStartMs' | 'clipEndMs'
> & { days: number };

// A disabled or demo account's links don't work until it's active again.
const IS_OPEN = `link.revoked_at is null and link.expires_at > now() and account.is_active and account.status = 'active'`;

/** Links to individual calls. Only token hashes are stored. All timestamps come from the database's clock. */
export class SharedLinksRepository extends SqlRepository {
  async create({ days, ...link }: NewSharedLink): Promise<SharedLink> {
    const created = await this.row<{ id: string }>(
      `
      insert into shared_links
        (account_id, call_id, created_by, token_hash, scope, clip_start_ms, clip_end_ms, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(days => $8)) returning id`,
      [link.accountId, link.callId, link.createdBy, link.tokenHash, link.scope, link.clipStartMs, link.clipEndMs, days],
    );
    return this.manager.findOneByOrFail(SharedLink, { id: created?.id ?? '' });
  }

  /** Lists links that still work, newest first. */
  listOpen(accountId: string, callId: string): Promise<SharedLink[]> {
    return this.manager
      .createQueryBuilder(SharedLink, 'link')
      .where({ accountId, callId, revokedAt: IsNull() })
      .andWhere('link.expiresAt > now()')
      .orderBy('link.createdAt', 'DESC')
      .getMany();
  }

  /** @returns false if the call has no such link or it no longer works */
  async revoke(accountId: string, callId: string, id: string): Promise<boolean> {
    return this.hasRow(
      `
      update shared_links set revoked_at = now()
      where id = $3 and account_id = $1 and call_id = $2 and revoked_at is null and expires_at > now() returning id`,
      [accountId, callId, id],
    );
  }

  /** Revokes the links to all of an account's calls. @returns how many links were revoked */
  async revokeByAccount(accountId: string): Promise<number> {
    return this.countRows(
      `
      update shared_links set revoked_at = now()
      where account_id = $1 and revoked_at is null and expires_at > now() returning id`,
      [accountId],
    );
  }

  /** Finds a link that works: it hasn't expired or been revoked, and its account is active. */
  async findOpen(tokenHash: string): Promise<SharedLink | undefined> {
    const openLink = await this.row<{ id: string }>(
      `
      select link.id from shared_links link join accounts account on account.id = link.account_id
      where link.token_hash = $1 and ${IS_OPEN}`,
      [tokenHash],
    );
    return openLink && ((await this.manager.findOneBy(SharedLink, openLink)) ?? undefined);
  }

  /** Counts a view. @returns false if the link doesn't work */
  async recordView(tokenHash: string): Promise<boolean> {
    return this.hasRow(
      `
      update shared_links link
      set open_count = open_count + 1, first_opened_at = coalesce(first_opened_at, now()), last_opened_at = now()
      from accounts account
      where account.id = link.account_id and link.token_hash = $1 and ${IS_OPEN} returning link.id`,
      [tokenHash],
    );
  }
}
