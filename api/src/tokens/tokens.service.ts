import { Inject, Injectable } from '@nestjs/common';

import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import type { BearerToken } from '@ringwell/database/accounts/tokens/bearer-token.entity';
import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import { accountName } from '@ringwell/domain/accounts/account-name';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { deleteToken, generateToken, type GeneratedToken } from './account-tokens';
import { tokenEmail } from './token-mail';

type TokenAttributes = Pick<BearerToken, 'name' | 'expiresAt' | 'isReadOnly'>;

@Injectable()
export class TokensService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Creates a token, and notifies the account's owners and the administrator by email.
   * @returns the token, which cannot be retrieved later, and its row
   * @throws AppError `ACCOUNT_NOT_FOUND`
   */
  create(actor: Actor, accountId: string, attributes: TokenAttributes): Promise<GeneratedToken> {
    return this.unitOfWork.run(async (repositories) => {
      const generatedToken = await generateToken(repositories, actor, accountId, attributes);
      await this.notifyByEmail(repositories, actor, accountId, attributes);
      return generatedToken;
    });
  }

  /** @throws AppError `TOKEN_NOT_FOUND` */
  async delete(actor: Actor, tokenId: string): Promise<void> {
    await this.unitOfWork.run((repositories) => deleteToken(repositories, actor, tokenId));
  }

  private async notifyByEmail(
    { accounts, members, users, mails }: Repositories,
    { userId }: Actor,
    accountId: string,
    { name: tokenName, isReadOnly }: TokenAttributes,
  ): Promise<void> {
    const [account, owner] = [await accounts.findById(accountId), await accounts.findOwner(accountId)];
    if (!account || !owner) return;
    const administrator = userId === null ? null : await users.findById(userId);
    const owners = await members.listOwnersWithEmail(accountId);
    const recipients = new Set([...owners.map(({ email }) => email), administrator?.email ?? null]);
    for (const recipient of recipients) {
      const details = { tokenName, isReadOnly, accountName: accountName(account, owner) };
      const mail = recipient === null ? undefined : tokenEmail(this.config, recipient, details);
      if (mail) await mails.enqueue(mail);
    }
  }
}
