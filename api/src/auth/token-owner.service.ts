import { Inject, Injectable } from '@nestjs/common';

import { TokensRepository, type TokenOwner } from '@ringwell/database/accounts/tokens.repository';
import { hashToken } from '@ringwell/platform/crypto/token-hash';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

// A revoked token works at most this much longer.
const CACHE_MS = 15_000;
const MAX_CACHED = 10_000;

interface CachedOwner {
  owner: TokenOwner;
  validUntilMs: number;
}

// Refused tokens are not cached.
@Injectable()
export class TokenOwnerService {
  private readonly cache = new Map<string, CachedOwner>();

  constructor(
    private readonly tokens: TokensRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async find(token: string): Promise<TokenOwner | undefined> {
    const tokenHash = hashToken(token);
    const nowMs = Date.now();
    const cached = this.cache.get(tokenHash);
    if (cached && nowMs < cached.validUntilMs) return cached.owner;
    this.cache.delete(tokenHash);
    const owner = await this.tokens.findOwner(tokenHash);
    if (!owner) return undefined;
    this.store(tokenHash, owner, nowMs);
    this.recordUse(owner.tokenId);
    return owner;
  }

  private store(tokenHash: string, owner: TokenOwner, nowMs: number): void {
    const [oldest] = this.cache.keys();
    if (oldest !== undefined && this.cache.size >= MAX_CACHED) this.cache.delete(oldest);
    const expiresAtMs = owner.expiresAt?.getTime() ?? Infinity;
    this.cache.set(tokenHash, { owner, validUntilMs: Math.min(nowMs + CACHE_MS, expiresAtMs) });
  }

  // The request does not wait for it. The database updates it at most once a minute.
  private recordUse(tokenId: string): void {
    this.tokens
      .touch(tokenId)
      .catch((err: unknown) => this.logger.warn({ err, tokenId }, 'tokens: failed to record last use'));
  }
}
