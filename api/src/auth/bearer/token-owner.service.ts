import { Inject, Injectable } from '@nestjs/common';

import { TokensRepository, type TokenOwner } from '@ringwell/database/accounts/tokens/tokens.repository';
import { Batcher } from '@ringwell/platform/batcher';
import { hashToken } from '@ringwell/platform/crypto/token-hash';
import { LOGGER, type Logger } from '@ringwell/platform/logging/logger.module';

// Under load, requests are batched into one statement. A slow statement only delays its own batch.
const BATCHING = { maxItems: 100, maxWaitMs: 250 };

/** Finds a token's account. Nothing is cached, so a revoked token is rejected on the next request. */
@Injectable()
export class TokenOwnerService {
  private readonly batcher = new Batcher<string, TokenOwner | undefined>((hashes) => this.findAll(hashes), BATCHING);

  constructor(
    private readonly tokens: TokensRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  find(token: string): Promise<TokenOwner | undefined> {
    return this.batcher.add(hashToken(token));
  }

  private async findAll(tokenHashes: string[]): Promise<(TokenOwner | undefined)[]> {
    const owners = await this.tokens.findOwners([...new Set(tokenHashes)]);
    for (const { isLastUseStale, tokenId } of owners.values()) if (isLastUseStale) this.recordUse(tokenId);
    return tokenHashes.map((hash) => owners.get(hash));
  }

  // Requests don't wait for this update.
  private recordUse(tokenId: string): void {
    this.tokens
      .touch(tokenId)
      .catch((err: unknown) => this.logger.warn({ err, tokenId }, 'tokens: failed to record last use'));
  }
}
