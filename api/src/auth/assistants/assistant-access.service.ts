import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { AssistantsRepository } from '@ringwell/database/accounts/assistants/assistants.repository';
import { includesRole } from '@ringwell/domain/accounts/member-role';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { getPublicUrl } from '@ringwell/platform/config/public-url';
import { hashToken, TOKEN_PREFIX } from '@ringwell/platform/crypto/token-hash';
import { LOGGER, type Logger } from '@ringwell/platform/logging/logger.module';

import { accountNotActive } from '../access/account-not-active';
import type { Principal } from '../principal/principal';
import { isResourcePath, RESOURCE_PATH } from './assistant-paths';

/**
 * Resolves an assistant's token to its user and account. Nothing is cached, so a token stops working as soon as its
 * assistant is disconnected.
 */
@Injectable()
export class AssistantAccessService {
  constructor(
    private readonly assistants: AssistantsRepository,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Grants the permissions the user gave the assistant, capped at the user's own.
   * @returns undefined for other tokens, and for every path that `isResourcePath` rejects
   * @throws AppError `ACCOUNT_NOT_ACTIVE`
   */
  async findPrincipal({ path }: Request, token: string): Promise<Principal | undefined> {
    if (!isResourcePath(path) || token.startsWith(TOKEN_PREFIX)) return undefined;
    const access = await this.assistants.findAccess(hashToken(token), getPublicUrl(this.config) + RESOURCE_PATH);
    if (!access) return undefined;
    const { id, accountId, userId, memberRole, status, isReadOnly, isLastUseStale } = access;
    if (status !== 'active') throw accountNotActive('connect assistants');
    if (isLastUseStale) {
      this.assistants
        .touch(id)
        .catch((err: unknown) => this.logger.warn({ err, assistantId: id }, 'assistants: failed to record last use'));
    }
    return {
      userId,
      role: 'user',
      accountId,
      memberRole,
      status,
      credential: { kind: 'token', tokenId: id, isReadOnly: isReadOnly || !includesRole(memberRole, 'member') },
    };
  }
}
