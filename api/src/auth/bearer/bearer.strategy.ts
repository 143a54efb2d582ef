import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-http-bearer';

import { accountNotActive } from '../access/account-not-active';
import { AssistantAccessService } from '../assistants/assistant-access.service';
import type { Principal } from '../principal/principal';
import { TokenOwnerService } from './token-owner.service';

@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(
    private readonly owners: TokenOwnerService,
    private readonly assistants: AssistantAccessService,
  ) {
    super({ passReqToCallback: true });
  }

  /** @throws AppError `ACCOUNT_NOT_ACTIVE` for tokens of demo accounts */
  async validate(request: Request, token: string): Promise<Principal | false> {
    const assistant = await this.assistants.findPrincipal(request, token);
    if (assistant) return assistant;
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
