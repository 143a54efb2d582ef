import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { row, rows } from '../postgres/sql';
import { BearerToken } from './bearer-token.entity';
import type { UserRole, UserStatus } from './user.entity';

export interface TokenOwner {
  tokenId: string;
  userId: string;
  role: UserRole;
  status: UserStatus;
  expiresAt: Date | null;
}

export interface DeletedToken {
  userId: string;
  name: string;
}

@Injectable()
export class TokensRepository {
  constructor(private readonly manager: EntityManager) {}

  async create(
    userId: string,
    token: Pick<BearerToken, 'tokenHash' | 'lastFour' | 'name' | 'expiresAt'>,
  ): Promise<BearerToken> {
    const created = this.manager.create(BearerToken, { ...token, userId });
    await this.manager.insert(BearerToken, created);
    return created;
  }

  /** `undefined` when the token is inactive or expired, or its owner is disabled. */
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

  listByUser(userId: string): Promise<BearerToken[]> {
    return this.manager.find(BearerToken, { where: { userId }, order: { createdAt: 'DESC', id: 'DESC' } });
  }

  list(): Promise<BearerToken[]> {
    return this.manager.find(BearerToken, { order: { createdAt: 'DESC', id: 'DESC' } });
  }

  delete(tokenId: string): Promise<DeletedToken | undefined> {
    return row<DeletedToken>(
      this.manager,
      'delete from bearer_tokens where id = $1 returning user_id as "userId", name',
      [tokenId],
    );
  }

  async deleteByUser(userId: string): Promise<number> {
    return (await rows(this.manager, 'delete from bearer_tokens where user_id = $1 returning id', [userId])).length;
  }
}
