import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';

import type { Account } from '@ringwell/database/accounts/account.entity';
import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { DeliveriesRepository } from '@ringwell/database/deliveries/deliveries.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { includesTerm, uniqueTerms } from '@ringwell/domain/accounts/vocabulary';
import type { CallLabel } from '@ringwell/domain/calls/call-label';
import { CHANNELS } from '@ringwell/domain/channels/channels';
import { ALERT_CHANNELS, CONNECTION_CHANNELS, type ConnectionChannel } from '@ringwell/domain/deliveries/delivery';
import {
  OWNER_SETTINGS,
  PLAIN_SETTINGS,
  RECONNECTING_SETTINGS,
  SETTINGS,
  WEBHOOK_SETTINGS,
} from '@ringwell/domain/settings/settings';
import { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';
import { generateWebhookSecret } from '@ringwell/platform/crypto/standard-webhook';
import { WebhookRules } from '@ringwell/platform/outbound/webhook-rules';
import { movePeriod, periodSinceActivation } from '@ringwell/rules/calendar/usage-period';

import { nothingToChange } from '../http/problems/nothing-to-change';
import { validationFailed } from '../http/request/strict-validation.pipe';
import { getAddresses, AlertAddressesService } from './alert-addresses/alert-addresses.service';
import type { SettingChanges } from './dto/setting-fields';
import type { ListChange } from './dto/setting-lists.dto';
import type { SettingsDto } from './dto/settings.dto';
import { pick } from './pick';
import { SettingSecretsService } from './setting-secrets.service';
import { settingLabel } from './setting-words';
import { accountNotFound, SettingsViewService } from './settings-view.service';

// Any subset of the fields, already validated by the route's DTO.
type SettingsChanges = SettingChanges<'admin'>;

@Injectable()
export class SettingsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly view: SettingsViewService,
    private readonly secrets: SettingSecretsService,
    private readonly webhookRules: WebhookRules,
    private readonly deliveries: DeliveriesRepository,
    private readonly dispatcher: DispatcherNotifier,
    private readonly alertAddresses: AlertAddressesService,
  ) {}

  /** @throws AppError `ACCOUNT_NOT_FOUND`, even for an id that is not a UUID */
  get(accountId: string): Promise<SettingsDto> {
    return this.view.get(accountId);
  }

  /**
   * Stores only the fields that were sent, so concurrent changes to other fields are kept. Messages waiting on a
   * channel whose settings were sent are retried immediately, even if the values are the same. A new time zone moves
   * the end of the usage period, and emails waiting for the end of quiet hours are checked again. New addresses outside
   * the account get a confirmation email.
   * @throws AppError `ACCOUNT_NOT_FOUND`, `NOTHING_TO_CHANGE`, `VALIDATION_FAILED`, `RATE_LIMITED`
   */
  async change(accountId: string, changes: SettingsChanges, actor: Actor): Promise<SettingsDto> {
    const definedChanges = Object.fromEntries(
      Object.entries(changes).filter(([, value]) => value !== undefined),
    ) as SettingsChanges;
    const fields = Object.keys(definedChanges);
    if (fields.length === 0) throw nothingToChange();
    this.assertWebhookUrls(definedChanges);
    await this.alertAddresses.countNew(accountId, getAddresses(definedChanges));
    await this.store(accountId, definedChanges, fields, actor);
    return this.get(accountId);
  }

  /**
   * Adds and removes email recipients without undoing concurrent changes. New addresses outside the account get a
   * confirmation email.
   * @throws AppError `ACCOUNT_NOT_FOUND`, `NOTHING_TO_CHANGE`, `RATE_LIMITED`, `VALIDATION_FAILED` when the list would
   * be too long
   */
  async changeEmailAddresses(
    accountId: string,
    { add = [], remove = [] }: ListChange,
    actor: Actor,
  ): Promise<SettingsDto> {
    await this.alertAddresses.countNew(accountId, add);
    return this.changeList(accountId, 'emailAddress', [add, remove], actor, ({ emailAddress, emailLabels }) => {
      const remainingAddresses = emailAddress.filter((address) => !remove.includes(address));
      const items = [...new Set([...remainingAddresses, ...add])];
      return { emailAddress: items, emailLabels: pickLabels(items, emailLabels) };
    });
  }

  /**
   * Adds and removes names and words without undoing concurrent changes.
   * @throws AppError same as `changeEmailAddresses`
   */
  changeVocabulary(accountId: string, { add = [], remove = [] }: ListChange, actor: Actor): Promise<SettingsDto> {
    return this.changeList(accountId, 'vocabulary', [add, remove], actor, ({ vocabulary }) => ({
      vocabulary: uniqueTerms([...add, ...vocabulary.filter((term) => !includesTerm(remove, term))]),
    }));
  }

  /**
   * Chooses which calls an address gets emails about.
   * @param labels the labels of those calls; null to use the account's labels
   * @throws AppError `ACCOUNT_NOT_FOUND`, `VALIDATION_FAILED` when the address is not on the list
   */
  changeEmailLabels(
    accountId: string,
    { address, labels }: { address: string; labels: CallLabel[] | null },
    actor: Actor,
  ): Promise<SettingsDto> {
    return this.changeList(accountId, 'emailLabels', [[address]], actor, ({ emailAddress, emailLabels }) => {
      if (!emailAddress.includes(address))
        throw validationFailed([{ field: 'address', message: 'This address is not on the list.' }]);
      const { [address]: _previous, ...otherLabels } = emailLabels;
      return { emailLabels: labels === null ? otherLabels : { ...otherLabels, [address]: labels } };
    });
  }

  /** @throws AppError same as `AlertAddressesService.resendEmail` */
  resendConfirmation(accountId: string, address: string): Promise<void> {
    return this.alertAddresses.resendEmail(accountId, address);
  }

  private async changeList(
    accountId: string,
    field: 'emailAddress' | 'vocabulary' | 'emailLabels',
    listChanges: string[][],
    actor: Actor,
    change: (settings: AccountSettings) => Partial<AccountSettings>,
  ): Promise<SettingsDto> {
    if (listChanges.every((entries) => entries.length === 0)) throw nothingToChange();
    const affectsEmail = field !== 'vocabulary';
    await this.unitOfWork.run(async (repositories) => {
      const { accounts, connections, activity } = repositories;
      const owner = await accounts.findOwner(accountId);
      const settings = owner && (await accounts.lockSettings(accountId));
      if (!settings) throw accountNotFound();
      const changedColumns = change(settings);
      assertListLength(field, changedColumns);
      await accounts.updateSettings(accountId, changedColumns);
      await this.alertAddresses.requestConfirmation(repositories, settings, getAddresses(changedColumns));
      if (affectsEmail) await connections.retryNow(accountId, ['email']);
      if (listChangedFields(changedColumns, { ...settings }).length === 0) return;
      await activity.record(actor, {
        action: 'Settings updated',
        description: `${userDisplayName(owner)}'s settings were changed: ${settingLabel(field)}.`,
        accountId,
        metadata: { fields: [field] },
      });
    });
    if (affectsEmail) this.dispatcher.notify();
    return this.get(accountId);
  }

  /** Replaces the secret that signs callbacks and webhooks. @returns the new secret, which cannot be retrieved later */
  async renewWebhookSecret(accountId: string, actor: Actor): Promise<string> {
    const webhookSecret = generateWebhookSecret();
    await this.store(accountId, { webhookSecret }, ['webhookSecret'], actor);
    return webhookSecret;
  }

  private assertWebhookUrls(changes: SettingsChanges): void {
    const errors = WEBHOOK_SETTINGS.flatMap((field) => {
      const url = changes[field];
      const { webhook } = SETTINGS[field];
      const message = typeof url === 'string' ? this.webhookRules.findProblem(url, webhook) : undefined;
      return message === undefined ? [] : [{ field, message }];
    });
    if (errors.length > 0) throw validationFailed(errors);
  }

  private async store(accountId: string, changes: SettingsChanges, fields: string[], actor: Actor): Promise<void> {
    const { serviceTitanTenant } = changes;
    const channels = listAffectedChannels(fields);
    const changesTimeZone = changes.timeZone !== undefined;
    await this.unitOfWork.run(async (repositories) => {
      const { accounts, connections, activity } = repositories;
      const accountWithOwner = await accounts.lockWithOwner(accountId);
      const settings = accountWithOwner && (await accounts.lockSettings(accountId));
      if (!settings) throw accountNotFound();
      const { account, owner } = accountWithOwner;
      const current = {
        ...settings,
        ...this.secrets.maskAll(settings),
        serviceTitanTenant: account.serviceTitanTenant,
      };
      const changedFields = listChangedFields(changes, current);
      const changesTenant = changedFields.some((field) => TENANT_SETTINGS.has(field));
      const columns = this.toColumns(accountId, changes, changesTenant);
      if (serviceTitanTenant !== undefined) await accounts.update(accountId, { serviceTitanTenant });
      const { emailAddress: alertAddresses, overdueAddresses } = columns;
      if (changesTimeZone) columns.movedPeriod = computeMovedPeriod(account, settings, columns);
      if (alertAddresses) columns.emailLabels = pickLabels(alertAddresses, settings.emailLabels);
      if (Object.keys(columns).length > 0) await accounts.updateSettings(accountId, columns);
      if (alertAddresses ?? overdueAddresses)
        await this.alertAddresses.requestConfirmation(repositories, settings, getAddresses(columns));
      await connections.retryNow(accountId, channels);
      await connections.deleteByChannels(accountId, listReconnectedChannels(changedFields));
      if (changes.serviceTitanPollingEnabled === false)
        await connections.clearFailures(accountId, 'servicetitan', 'SERVICETITAN_POLLING'); // nothing else clears them
      if (changesTenant) await repositories.callImports.cancel(accountId);
      if (changedFields.length === 0) return;
      const changedOwnerFields = OWNER_SETTINGS.filter((field) => changedFields.includes(field));
      await activity.record(actor, {
        action: 'Settings updated',
        description: `${userDisplayName(owner)}'s settings were changed: ${changedFields.map(settingLabel).join(', ')}.`,
        accountId,
        metadata: { fields: changedFields, ...pick(changes, changedOwnerFields) },
      });
    });
    if (changesTimeZone) await this.deliveries.endQuietHours(accountId); // must run after the commit; see DeliverySenderService
    if (channels.length > 0 || changesTimeZone) this.dispatcher.notify();
  }

  private toColumns(accountId: string, changes: SettingsChanges, changesTenant: boolean): Partial<AccountSettings> {
    const changesCredentials =
      changes.serviceTitanClientId !== undefined || changes.serviceTitanClientSecret !== undefined;
    return {
      ...pick(changes, PLAIN_SETTINGS),
      ...this.secrets.seal(accountId, changes),
      ...(changes.monthlyMinuteLimit !== undefined && { monthlyMinuteLimitChosen: true }),
      ...(changesTenant && { pollCursor: null, jobCursor: null, jobsReadAt: null }), // meaningless in another tenant
      ...((changesTenant || changesCredentials) && { pollAfter: null, readJobsAfter: null }),
    };
  }
}

// Changing these cancels the import of earlier calls, which differ between tenants and environments.
const TENANT_SETTINGS: ReadonlySet<string> = new Set(['serviceTitanTenant', 'serviceTitanEnvironment']);

// A secret that is sent always counts as changed, because it's compared with the mask of the stored one.
function listChangedFields(changes: Record<string, unknown>, current: Record<string, unknown>): string[] {
  return Object.keys(changes).filter((field) => !isDeepStrictEqual(changes[field], current[field]));
}

// A time zone change only moves the start of the next usage period.
function computeMovedPeriod(
  account: Account,
  settings: AccountSettings,
  { timeZone = null }: Partial<AccountSettings>,
): AccountSettings['movedPeriod'] {
  if (timeZone === settings.timeZone) return settings.movedPeriod;
  const now = new Date();
  return movePeriod(periodSinceActivation(account, settings, now), account, timeZone, now);
}

// Drops the labels of removed addresses, so an address that is added again starts with the account's labels.
function pickLabels(
  addresses: readonly string[],
  labels: AccountSettings['emailLabels'],
): AccountSettings['emailLabels'] {
  return Object.fromEntries(Object.entries(labels).filter(([address]) => addresses.includes(address)));
}

function assertListLength(
  field: 'emailAddress' | 'vocabulary' | 'emailLabels',
  changedColumns: Partial<AccountSettings>,
): void {
  if (field === 'emailLabels') return;
  const { maxItems } = SETTINGS[field];
  if ((changedColumns[field]?.length ?? 0) <= maxItems) return;
  const itemName = field === 'emailAddress' ? 'email addresses' : 'names and words';
  throw validationFailed([{ field, message: `Use ${maxItems} ${itemName} or fewer.` }]);
}

/** Returns the channels whose waiting messages may be deliverable once these settings change. */
function listAffectedChannels(fields: readonly string[]): ConnectionChannel[] {
  if (fields.includes('active')) return [...CONNECTION_CHANNELS];
  const unlockedChannels: readonly ConnectionChannel[] = fields.includes('addOns') ? ALERT_CHANNELS : [];
  return CONNECTION_CHANNELS.filter(
    (channel) =>
      unlockedChannels.includes(channel) ||
      fields.some((field) => field in CHANNELS[channel].settings || field.startsWith(CHANNELS[channel].prefix)),
  );
}

/** Returns the channels whose destination or credentials change with these settings. */
function listReconnectedChannels(fields: readonly string[]): ConnectionChannel[] {
  const reconnectingSettings: readonly string[] = RECONNECTING_SETTINGS;
  return listAffectedChannels(fields.filter((field) => reconnectingSettings.includes(field)));
}
