import { Module } from '@nestjs/common';

import { LeaderModule } from '../leader/leader.module';
import { MailModule } from '../mail/mail.module';
import { AccountExportLoop } from './account-export.loop';
import { ExpiredExportsLoop } from './expired-exports.loop';
import { ExportArchiveService } from './export-archive.service';
import { ExportFilesService } from './export-files.service';
import { ExportOutcomeService } from './export-outcome.service';

@Module({
  imports: [LeaderModule, MailModule],
  providers: [ExportFilesService, ExportArchiveService, ExportOutcomeService, AccountExportLoop, ExpiredExportsLoop],
})
export class ExportsModule {}
