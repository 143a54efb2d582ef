import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { row, rows } from '../postgres/sql';
import { BearerToken } from './bearer-token.entity';
import type { UserRole, UserStatus } from './user.entity';

/** The owner of a token that may be used now. */
export interface TokenOwner {
  tokenId: string;
  userId: string;
  role: UserRole;
  status: UserStatus;
  /** Null for a token that never expires. */
  expiresAt: Date | null;
}

/** What is told of a token that is gone. */
export interface DeletedToken {
  userId: string;
  name: string;
}

@Injectable()
export class TokensRepository {
  constructor(private readonly manager: EntityManager) {}

  /** Only the hash and the last four characters are kept. */
  async create(
    userId: string,
    token: Pick<BearerToken, 'tokenHash' | 'lastFour' | 'name' | 'expiresAt'>,
  ): Promise<BearerToken> {
    const created = this.manager.create(BearerToken, { ...token, userId });
    await this.manager.insert(BearerToken, created);
    return created;
  }

  /** The owner, when the token is active and not expired and its owner is active. */
  findOwner(tokenHash: string): Promise<TokenOwner | undefined> {
    return row<TokenOwner>(
      this.manager,
      `
      select token.id as "tokenId", token.user_id as "userId", owner.role, owner.status, token.expires_at as "expiresAt"
      from bearer_tokens token join users owner on owner.id = token.user_id
      where token.token_hash = $1 and token.is_active and (token.expires_at is null or token.expires_at > now())
        and owner.is_active`,
      [tokenHash],
    );
  }

  /** Notes the use of a token, at most once a minute. */
  async touch(tokenId: string): Promise<void> {
    await rows(
      this.manager,
      `
      update bearer_tokens set last_used_at = now()
      where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
      [tokenId],
    );
  }

  /** The tokens of one account, the newest first. */
  listOf(userId: string): Promise<BearerToken[]> {
    return this.manager.find(BearerToken, { where: { userId }, order: { createdAt: 'DESC', id: 'DESC' } });
  }

  /** The tokens of all accounts, the newest first. */
  list(): Promise<BearerToken[]> {
    return this.manager.find(BearerToken, { order: { createdAt: 'DESC', id: 'DESC' } });
  }

  /** @returns what was deleted, or `undefined` when there is no such token */
  delete(tokenId: string): Promise<DeletedToken | undefined> {
    return row<DeletedToken>(
      this.manager,
      'delete from bearer_tokens where id = $1 returning user_id as "userId", name',
      [tokenId],
    );
  }

  /** @returns how many there were */
  async deleteAllOf(userId: string): Promise<number> {
    return (await rows(this.manager, 'delete from bearer_tokens where user_id = $1 returning id', [userId])).length;
  }
}
