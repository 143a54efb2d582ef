import { Inject, Injectable } from '@nestjs/common';

import type { ClaimedExport } from '@ringwell/database/calls/account-exports.repository';
import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import { exportFailureMessage, type ExportFailure } from '@ringwell/domain/calls/account-export';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/environment-settings';
import { getPublicUrl } from '@ringwell/platform/config/public-url';

import { MailerService } from '../mail/mailer.service';
import { exportEmail } from './export-mail';

/** Records an export's outcome and emails the requester in the same transaction. */
@Injectable()
export class ExportOutcomeService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly mailer: MailerService,
    @Inject(CONFIG) private readonly config: Pick<Config, 'PRODUCT_NAME' | 'PUBLIC_URL' | 'PORT'>,
  ) {}

  /** @returns false if the lease was lost; the file is then left for `ExpiredExportsLoop` to delete */
  conclude(claimed: ClaimedExport, calls: number, bytes: number): Promise<boolean> {
    return this.unitOfWork.run(async (repositories) => {
      if (!(await repositories.accountExports.publish(claimed, calls, bytes))) return false;
      await this.notify(repositories, claimed.id);
      return true;
    });
  }

  fail(claimed: ClaimedExport, failure: ExportFailure): Promise<void> {
    return this.unitOfWork.run(async (repositories) => {
      if (await repositories.accountExports.fail(claimed, failure))
        await this.notify(repositories, claimed.id, exportFailureMessage(failure));
    });
  }

  /** Fails exports whose workers have died too often. */
  failInterrupted(): Promise<void> {
    return this.unitOfWork.run(async (repositories) => {
      for (const { id } of await repositories.accountExports.failInterrupted())
        await this.notify(repositories, id, exportFailureMessage('interrupted'));
    });
  }

  private async notify(
    { accountExports, mails }: Pick<Repositories, 'accountExports' | 'mails'>,
    exportId: string,
    failure?: string,
  ): Promise<void> {
    if (!this.mailer.isAvailable) return;
    const emailData = await accountExports.findEmailData(exportId);
    if (!emailData?.recipient) return;
    const { recipient, firstName, accountName } = emailData;
    const { PRODUCT_NAME: productName } = this.config;
    const mail = exportEmail({ productName, publicUrl: getPublicUrl(this.config), firstName, accountName, failure });
    await mails.enqueue({ ...mail, recipient });
  }
}
