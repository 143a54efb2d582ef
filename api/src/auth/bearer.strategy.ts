import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-http-bearer';

import type { Principal } from './principal';
import { TokenOwnerService } from './token-owner.service';

@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(private readonly owners: TokenOwnerService) {
    super();
  }

  async validate(token: string): Promise<Principal | false> {
    const owner = await this.owners.find(token);
    if (!owner) return false;
    const { userId, role, status, tokenId } = owner;
    return { userId, role, status, credential: { kind: 'token', tokenId } };
  }
}
