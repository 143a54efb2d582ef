import { Inject, Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { CallsRepository } from '@ringwell/database/calls/calls.repository';
import { SharedLinksRepository } from '@ringwell/database/calls/shared-links.repository';
import { notFound, type AppError } from '@ringwell/domain/errors/app-error';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { hashToken } from '@ringwell/platform/crypto/token-hash';

import { sharedCallView, type SharedCall } from './shared-call-view';
import type { SharedCallDto } from './shared-call.dto';

// Far longer than any token. Limits how much text gets hashed.
const MAX_TOKEN_LENGTH = 200;

/** Shows shared calls to anyone who has a link to them. All invalid links get the same response. */
@Injectable()
export class SharedCallsService {
  constructor(
    private readonly links: SharedLinksRepository,
    private readonly calls: CallsRepository,
    private readonly accounts: AccountsRepository,
    @Inject(CONFIG) private readonly config: Pick<Config, 'PRODUCT_NAME'>,
  ) {}

  /** @throws AppError `SHARED_LINK_INVALID` */
  async getView(token: string): Promise<SharedCallDto> {
    return sharedCallView(await this.find(token), this.config.PRODUCT_NAME);
  }

  /** @throws AppError `SHARED_LINK_INVALID` */
  async find(token: string): Promise<SharedCall> {
    const link = await this.links.findOpen(hashLinkToken(token));
    if (!link) throw sharedLinkInvalid();
    const [callWithResult, account] = await Promise.all([
      this.calls.findWithResult(link.accountId, link.callId),
      this.accounts.findDetails(link.accountId),
    ]);
    if (!callWithResult || !account) throw sharedLinkInvalid();
    return { link, ...account, ...callWithResult };
  }

  /** @throws AppError `SHARED_LINK_INVALID` */
  async recordView(token: string): Promise<void> {
    if (!(await this.links.recordView(hashLinkToken(token)))) throw sharedLinkInvalid();
  }
}

const hashLinkToken = (token: string): string => hashToken(token.slice(0, MAX_TOKEN_LENGTH));

export function sharedLinkInvalid(): AppError {
  return notFound('SHARED_LINK_INVALID', "This link doesn't work anymore. Ask the person who sent it for a new one.");
}
