import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { row, rows } from '../postgres/sql';
import { joinOwner } from './account-owner';
import type { AccountStatus } from './account.entity';
import { BearerToken } from './bearer-token.entity';
import type { UserRole } from './user.entity';

export interface TokenOwner {
  tokenId: string;
  accountId: string;
  /** Represents the account in the activity log. */
  ownerId: string;
  ownerRole: UserRole;
  status: AccountStatus;
  isReadOnly: boolean;
  expiresAt: Date | null;
}

export interface DeletedToken {
  accountId: string;
  name: string;
}

@Injectable()
export class TokensRepository {
  constructor(private readonly manager: EntityManager) {}

  async create(
    accountId: string,
    token: Pick<BearerToken, 'tokenHash' | 'lastFour' | 'name' | 'expiresAt'> &
      Partial<Pick<BearerToken, 'isReadOnly'>>,
  ): Promise<BearerToken> {
    const created = this.manager.create(BearerToken, { ...token, accountId });
    await this.manager.insert(BearerToken, created);
    return created;
  }

  /** `undefined` when the token is inactive or expired, or its account is disabled. */
  findOwner(tokenHash: string): Promise<TokenOwner | undefined> {
    return row<TokenOwner>(
      this.manager,
      `
      select token.id as "tokenId", token.account_id as "accountId", owner.id as "ownerId",
        owner.role as "ownerRole", account.status,
        token.is_read_only as "isReadOnly", token.expires_at as "expiresAt"
      from bearer_tokens token join accounts account on account.id = token.account_id
        ${joinOwner('token.account_id')}
      where token.token_hash = $1 and token.is_active and (token.expires_at is null or token.expires_at > now())
        and account.is_active`,
      [tokenHash],
    );
  }

  /** Records that a token was used, at most once a minute. */
  async touch(tokenId: string): Promise<void> {
    await rows(
      this.manager,
      `
      update bearer_tokens set last_used_at = now()
      where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
      [tokenId],
    );
  }

  listByAccount(accountId: string): Promise<BearerToken[]> {
    return this.manager.find(BearerToken, { where: { accountId }, order: { createdAt: 'DESC', id: 'DESC' } });
  }

  list(): Promise<BearerToken[]> {
    return this.manager.find(BearerToken, { order: { createdAt: 'DESC', id: 'DESC' } });
  }

  delete(tokenId: string): Promise<DeletedToken | undefined> {
    return row<DeletedToken>(
      this.manager,
      'delete from bearer_tokens where id = $1 returning account_id as "accountId", name',
      [tokenId],
    );
  }

  async deleteByAccount(accountId: string): Promise<number> {
    return (await rows(this.manager, 'delete from bearer_tokens where account_id = $1 returning id', [accountId]))
      .length;
  }
}
