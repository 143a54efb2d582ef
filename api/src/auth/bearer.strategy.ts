import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-http-bearer';

import type { Principal } from './principal';
import { TokenOwners } from './token-owners';

/** Finds the account of a bearer token. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(private readonly owners: TokenOwners) {
    super();
  }

  async validate(token: string): Promise<Principal | false> {
    const owner = await this.owners.find(token);
    if (!owner) return false;
    const { userId, role, status, tokenId } = owner;
    return { userId, role, status, credential: { kind: 'token', tokenId } };
  }
}
