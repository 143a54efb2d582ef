import { Injectable } from '@nestjs/common';

import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import type { Actor } from '@ringwell/database/accounts/activity.repository';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { AppError } from '@ringwell/domain/app-error';
import { userDisplayName } from '@ringwell/domain/user-display-name';
import { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';
import { newWebhookSecret } from '@ringwell/platform/crypto/standard-webhook';

import { channelsOf, reconnectedChannels } from './connections/connection-settings';
import type { ChangeAccountSettingsDto, ChangeMySettingsDto } from './dto/change-settings.dto';
import type { SettingsDto } from './dto/settings.dto';
import { SealedSettings, SECRET_SETTINGS, type SecretSetting } from './sealed-settings';
import { settingsView } from './settings-view';
import { WebhookAddresses } from './webhook-addresses';

/** Any of the fields; each route has its own rules for their values. */
type SettingsChanges = ChangeAccountSettingsDto | ChangeMySettingsDto;

/** Settings of accounts: showing and changing them. */
@Injectable()
export class SettingsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: UsersRepository,
    private readonly sealed: SealedSettings,
    private readonly addresses: WebhookAddresses,
    private readonly dispatcher: DispatcherNotifier,
  ) {}

  /** @throws AppError `ACCOUNT_NOT_FOUND` */
  async get(userId: string): Promise<SettingsDto> {
    const [user, settings] = await Promise.all([this.users.findById(userId), this.users.findSettings(userId)]);
    if (!user || !settings) throw accountNotFound();
    return settingsView(settings, user.serviceTitanTenant, this.sealed.masks(settings));
  }

  /**
   * Stores exactly the fields that were sent: what somebody else saves at the same time in other fields stays. What waits to be
   * sent where something was changed is tried at once.
   * @throws AppError `ACCOUNT_NOT_FOUND`, `NOTHING_TO_CHANGE`, `VALIDATION_FAILED`
   */
  async change(userId: string, changes: SettingsChanges, actor: Actor): Promise<SettingsDto> {
    const sent = Object.fromEntries(
      Object.entries(changes).filter(([, value]) => value !== undefined),
    ) as SettingsChanges;
    const fields = Object.keys(sent);
    if (fields.length === 0) throw nothingToChange();
    this.addresses.check(sent);
    await this.store(userId, sent, fields, actor);
    return this.get(userId);
  }

  /** Replaces the secret that signs callbacks and webhooks. @returns the secret, which cannot be read again */
  async renewWebhookSecret(userId: string, actor: Actor): Promise<string> {
    const webhookSecret = newWebhookSecret();
    await this.store(userId, { webhookSecret }, ['webhookSecret'], actor);
    return webhookSecret;
  }

  private async store(userId: string, changes: SettingsChanges, fields: string[], actor: Actor): Promise<void> {
    const { serviceTitanTenant } = changes;
    const columns = this.columnsOf(userId, changes);
    const channels = channelsOf(fields);
    await this.unitOfWork.run(async ({ users, connections, activity }) => {
      const user = await users.findById(userId);
      if (!user) throw accountNotFound();
      if (serviceTitanTenant !== undefined) await users.update(userId, { serviceTitanTenant });
      if (Object.keys(columns).length > 0) await users.updateSettings(userId, columns);
      await connections.retryNow(userId, channels);
      await connections.deleteByChannels(userId, reconnectedChannels(fields));
      await activity.record(actor, {
        action: 'Settings updated',
        description: `Settings of ${userDisplayName(user)} changed: ${fields.join(', ')}.`,
        metadata: { targetUserId: userId, fields },
      });
    });
    if (channels.length > 0) this.dispatcher.notify();
  }

  private columnsOf(userId: string, changes: SettingsChanges): Partial<AccountSettings> {
    const plain = Object.entries(changes).filter(
      ([field]) => field !== 'serviceTitanTenant' && !SECRET_SETTINGS.includes(field as SecretSetting),
    );
    const movesElsewhere = changes.serviceTitanTenant !== undefined || changes.serviceTitanEnvironment !== undefined;
    const connectsAnew =
      movesElsewhere || changes.serviceTitanClientId !== undefined || changes.serviceTitanClientSecret !== undefined;
    return {
      ...Object.fromEntries(plain),
      ...this.sealed.seal(userId, changes),
      ...(changes.monthlyMinuteLimit !== undefined && { monthlyMinuteLimitChosen: true }),
      ...(movesElsewhere && { pollCursor: null }), // a place in another tenant's calls means nothing
      ...(connectsAnew && { pollAfter: null }),
    };
  }
}

export function accountNotFound(): AppError {
  return new AppError({
    kind: 'not_found',
    code: 'ACCOUNT_NOT_FOUND',
    message: 'There is no account of this id. Check the id.',
  });
}

function nothingToChange(): AppError {
  return new AppError({
    kind: 'invalid',
    code: 'NOTHING_TO_CHANGE',
    message: 'The request changes nothing. Send the fields to change as JSON.',
  });
}
