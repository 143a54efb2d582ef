import { Inject, Injectable } from '@nestjs/common';

import { AccountStorageRepository } from '@ringwell/database/accounts/settings/account-storage.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { accountName } from '@ringwell/domain/accounts/account-name';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/environment-settings';
import { getPublicUrl } from '@ringwell/platform/config/public-url';

import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';
import { MailerService } from '../mail/mailer.service';
import { storageNoticeEmail } from './storage-notice-mail';

const INTERVAL_MS = 60_000;

/** Emails account owners at 80 percent of their storage, and again only after usage has dropped below that. */
@Injectable()
export class StorageNoticeLoop extends LeaderLoop {
  constructor(
    leader: LeaderElectionService,
    private readonly storage: AccountStorageRepository,
    private readonly unitOfWork: UnitOfWork,
    mailer: MailerService,
    @Inject(CONFIG) private readonly config: Pick<Config, 'PRODUCT_NAME' | 'PUBLIC_URL' | 'PORT' | 'STORAGE_QUOTA_GB'>,
  ) {
    super(leader, { intervalMs: INTERVAL_MS, failure: 'storage-notices: pass failed', isEnabled: mailer.isAvailable });
  }

  override async pass(): Promise<number> {
    const { STORAGE_QUOTA_GB: quotaGb } = this.config;
    await this.storage.resetNotices(quotaGb);
    let notified = 0;
    for (const accountId of await this.storage.listNearlyFull(quotaGb)) {
      if (this.isStopping) break;
      notified += await this.runPart(accountId, () => this.notify(accountId));
    }
    return notified;
  }

  // Returns 1 if the owners were notified.
  private notify(accountId: string): Promise<number> {
    const { PRODUCT_NAME: productName, STORAGE_QUOTA_GB: quotaGb } = this.config;
    return this.unitOfWork.run(async ({ accounts, accountStorage, members, mails }) => {
      const usage = await accountStorage.claimNotice(accountId, quotaGb);
      if (!usage) return 0;
      const details = await accounts.findDetails(accountId);
      if (!details) return 0;
      const name = accountName(details.account, details.owner);
      const facts = { productName, publicUrl: getPublicUrl(this.config), accountName: name };
      const owners = await members.listOwnersWithEmail(accountId);
      for (const { email, firstName } of owners)
        await mails.enqueue({ ...storageNoticeEmail({ ...facts, firstName }, usage), recipient: email });
      this.logger.info({ accountId, owners: owners.length }, 'storage-notices: queued notice');
      return 1;
    });
  }
}
