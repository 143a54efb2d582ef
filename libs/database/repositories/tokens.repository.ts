import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { BearerToken } from '../entities/bearer-token.entity';
import type { UserRole, UserStatus } from '../entities/user.entity';
import { row, rows } from '../sql';

/** The owner of a token that may be used now. */
export interface TokenOwner {
  tokenId: string;
  userId: string;
  role: UserRole;
  status: UserStatus;
  /** Null for a token that never expires. */
  expiresAt: Date | null;
}

@Injectable()
export class TokensRepository {
  constructor(private readonly manager: EntityManager) {}

  /** Only the hash and the last four characters are kept. */
  async create(userId: string, token: Pick<BearerToken, 'tokenHash' | 'lastFour' | 'name' | 'expiresAt'>): Promise<BearerToken> {
    const created = this.manager.create(BearerToken, { ...token, userId });
    await this.manager.insert(BearerToken, created);
    return created;
  }

  /** The owner, when the token is active and not expired and its owner is active. */
  findOwner(tokenHash: string): Promise<TokenOwner | undefined> {
    return row<TokenOwner>(this.manager, `
      select token.id as "tokenId", token.user_id as "userId", owner.role, owner.status, token.expires_at as "expiresAt"
      from bearer_tokens token join users owner on owner.id = token.user_id
      where token.token_hash = $1 and token.is_active and (token.expires_at is null or token.expires_at > now())
        and owner.is_active`, [tokenHash]);
  }

  /** Notes the use of a token, at most once a minute. */
  async touch(tokenId: string): Promise<void> {
    await rows(this.manager, `
      update bearer_tokens set last_used_at = now()
      where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`, [tokenId]);
  }

  /** @returns whether there was such a token */
  async delete(tokenId: string): Promise<boolean> {
    return (await this.manager.delete(BearerToken, { id: tokenId })).affected === 1;
  }
}
