import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-http-bearer';

import { accountNotActive } from '../access/account-not-active';
import type { Principal } from '../principal/principal';
import { TokenOwnerService } from './token-owner.service';

@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(private readonly owners: TokenOwnerService) {
    super();
  }

  /** @throws AppError `ACCOUNT_NOT_ACTIVE`: the tokens of demo accounts work once the account is active */
  async validate(token: string): Promise<Principal | false> {
    const owner = await this.owners.find(token);
    if (!owner) return false;
    const { ownerId, ownerRole, accountId, status, isReadOnly, tokenId } = owner;
    if (status !== 'active') throw accountNotActive('use tokens');
    return {
      userId: ownerId,
      role: ownerRole,
      accountId,
      memberRole: 'manager',
      status,
      credential: { kind: 'token', tokenId, isReadOnly },
    };
  }
}
