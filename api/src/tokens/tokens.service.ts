import { Injectable } from '@nestjs/common';

import type { Actor } from '@ringwell/database/accounts/activity.repository';
import type { BearerToken } from '@ringwell/database/accounts/bearer-token.entity';
import { UnitOfWork } from '@ringwell/database/unit-of-work';

import { deleteToken, generateToken, type GeneratedToken } from './account-tokens';

@Injectable()
export class TokensService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * @returns the token, which cannot be read again, and its row
   * @throws AppError `ACCOUNT_NOT_FOUND`
   */
  create(
    actor: Actor,
    accountId: string,
    attributes: Pick<BearerToken, 'name' | 'expiresAt' | 'isReadOnly'>,
  ): Promise<GeneratedToken> {
    return this.unitOfWork.run((repositories) => generateToken(repositories, actor, accountId, attributes));
  }

  /** The token stops working within seconds. @throws AppError `TOKEN_NOT_FOUND` */
  async delete(actor: Actor, tokenId: string): Promise<void> {
    await this.unitOfWork.run((repositories) => deleteToken(repositories, actor, tokenId));
  }
}
