import { Inject, Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { parseRemovableNote } from '@ringwell/domain/deliveries/service-titan';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { startTimeLimit } from '@ringwell/platform/time-limit';

import { getServiceTitanAccount } from './service-titan-account';
import { serviceTitanUnavailableError } from './service-titan-error';
import { ServiceTitanClient } from './service-titan.client';

const TIMEOUT_MS = 30_000;

@Injectable()
export class ServiceTitanNotesService {
  constructor(
    private readonly client: ServiceTitanClient,
    private readonly accounts: AccountsRepository,
    private readonly secretBox: SecretBox,
    @Inject(CONFIG) private readonly config: Pick<WorkerConfig, 'SERVICETITAN_APP_KEY'>,
  ) {}

  /**
   * Removes customers' notes, ignoring notes that no longer exist. Notes in an earlier tenant stay there.
   * @param references see `DeletedCall.noteReferences`
   * @returns whether all were removed
   * @throws AppError from the client and `getServiceTitanAccount`, or `SERVICETITAN_UNAVAILABLE` without an app key
   */
  async remove(accountId: string, references: readonly string[]): Promise<boolean> {
    if (this.config.SERVICETITAN_APP_KEY === undefined) throw serviceTitanUnavailableError();
    const found = await this.accounts.findWithSettings(accountId);
    if (!found) return false; // the account has since been deleted
    const credentials = getServiceTitanAccount(found.account, found.settings, this.secretBox);
    const prefix = `Tenant ${credentials.tenant}/`;
    const notes = references.flatMap((reference) => parseRemovableNote(reference.replace(prefix, '')) ?? []);
    const limit = startTimeLimit(TIMEOUT_MS);
    try {
      for (const note of notes) await this.client.deleteNote({ ...credentials, signal: limit.signal }, note);
    } finally {
      limit.end();
    }
    return notes.length === references.length;
  }
}
