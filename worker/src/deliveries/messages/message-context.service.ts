import { Inject, Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { MembersRepository } from '@ringwell/database/accounts/members/members.repository';
import type { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import type { MemberAlerts } from '@ringwell/domain/accounts/member-alerts';
import { notFound, type AppError } from '@ringwell/domain/errors/app-error';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { getPublicUrl } from '@ringwell/platform/config/public-url';
import { TAKE_LINK_DAYS, createTakeToken } from '@ringwell/platform/crypto/follow-up-link-token';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';

import type { MessageContext } from '../delivery-channel';

const TAKE_LINK_MS = TAKE_LINK_DAYS * 86_400_000;

@Injectable()
export class MessageContextService {
  readonly publicUrl: string;

  constructor(
    private readonly accounts: AccountsRepository,
    private readonly members: MembersRepository,
    private readonly secretBox: SecretBox,
    @Inject(CONFIG) config: Pick<WorkerConfig, 'PUBLIC_URL' | 'PORT'>,
  ) {
    this.publicUrl = getPublicUrl(config);
  }

  /** @throws AppError `CALL_MISSING` if the account was deleted */
  async load(delivery: Delivery): Promise<MessageContext> {
    const account = await this.accounts.findDetails(delivery.accountId);
    if (!account) throw callMissingError();
    return { delivery, ...account };
  }

  /** The recipient's alert settings, if they are a member of the account. */
  async findRecipientAlerts({ accountId, channel, destination }: Delivery): Promise<MemberAlerts | null> {
    return channel === 'email' ? this.members.findAlertsByAddress(accountId, destination) : null;
  }

  /** A link for taking a follow-up without signing in. */
  createTakeUrl({ id: deliveryId }: Delivery, followUpId: string): string {
    const expiresAt = new Date(Date.now() + TAKE_LINK_MS);
    const token = createTakeToken({ deliveryId, followUpId, expiresAt }, this.secretBox);
    return `${this.publicUrl}/api/follow-up-links/${token}`;
  }
}

export function callMissingError(): AppError {
  return notFound('CALL_MISSING', 'This call no longer exists.');
}
