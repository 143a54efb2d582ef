import { Module } from '@nestjs/common';

import { ExportDownloadService } from './export-download.service';
import { ExportsController } from './exports.controller';
import { ExportsService } from './exports.service';

@Module({ controllers: [ExportsController], providers: [ExportsService, ExportDownloadService] })
export class ExportsModule {}
