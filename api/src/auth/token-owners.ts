import { Inject, Injectable } from '@nestjs/common';

import { TokensRepository, type TokenOwner } from '@ringwell/database/accounts/tokens.repository';
import { hashToken } from '@ringwell/platform/crypto/token-hash';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

/** A revoked token works at most this much longer. */
const REMEMBERED_MS = 15_000;
const MAX_REMEMBERED = 10_000;

interface KnownOwner {
  owner: TokenOwner;
  /** On the clock of `Date.now()`. */
  goodUntilMs: number;
}

/** Finds the owner of a token, and remembers it for a few seconds. Tokens that were refused are not remembered. */
@Injectable()
export class TokenOwners {
  private readonly known = new Map<string, KnownOwner>();

  constructor(
    private readonly tokens: TokensRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** `undefined` when the token may not be used, for whatever reason. */
  async find(token: string): Promise<TokenOwner | undefined> {
    const tokenHash = hashToken(token);
    const askedAtMs = Date.now();
    const known = this.known.get(tokenHash);
    if (known && askedAtMs < known.goodUntilMs) return known.owner;
    this.known.delete(tokenHash);
    const owner = await this.tokens.findOwner(tokenHash);
    if (!owner) return undefined;
    this.remember(tokenHash, owner, askedAtMs);
    this.noteUse(owner.tokenId);
    return owner;
  }

  private remember(tokenHash: string, owner: TokenOwner, askedAtMs: number): void {
    const [oldest] = this.known.keys();
    if (oldest !== undefined && this.known.size >= MAX_REMEMBERED) this.known.delete(oldest);
    const expiresAtMs = owner.expiresAt?.getTime() ?? Infinity;
    this.known.set(tokenHash, { owner, goodUntilMs: Math.min(askedAtMs + REMEMBERED_MS, expiresAtMs) });
  }

  /** The request does not wait for it. The database keeps it to once a minute, whatever the number of API processes. */
  private noteUse(tokenId: string): void {
    this.tokens
      .touch(tokenId)
      .catch((err: unknown) => this.logger.warn({ err, tokenId }, 'The use of a token could not be noted.'));
  }
}
