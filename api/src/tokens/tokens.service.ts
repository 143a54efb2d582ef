import { Injectable } from '@nestjs/common';

import type { Actor } from '@ringwell/database/accounts/activity.repository';
import type { BearerToken } from '@ringwell/database/accounts/bearer-token.entity';
import { TokensRepository } from '@ringwell/database/accounts/tokens.repository';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';

import { findUser, lockUser } from '../users/users.service';
import { deleteToken, generateToken, type GeneratedToken } from './account-tokens';

@Injectable()
export class TokensService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: UsersRepository,
    private readonly tokens: TokensRepository,
  ) {}

  /** @throws AppError `USER_NOT_FOUND` */
  async listOf(userId: string): Promise<BearerToken[]> {
    const { id } = await findUser(this.users, userId);
    return this.tokens.listByUser(id);
  }

  /**
   * @returns the token, which cannot be read again, and its row
   * @throws AppError `USER_NOT_FOUND`
   */
  create(actor: Actor, userId: string, attributes: Pick<BearerToken, 'name' | 'expiresAt'>): Promise<GeneratedToken> {
    return this.unitOfWork.run(async (repositories) =>
      generateToken(repositories, actor, await lockUser(repositories.users, userId), attributes),
    );
  }

  /** The token stops working within seconds. @throws AppError `TOKEN_NOT_FOUND` */
  async delete(actor: Actor, tokenId: string): Promise<void> {
    await this.unitOfWork.run((repositories) => deleteToken(repositories, actor, tokenId));
  }
}
