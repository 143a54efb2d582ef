import { Module } from '@nestjs/common';

import { CallsModule } from '../calls/calls.module';
import { DemoPollOptions } from './demo-poll-options';
import { DemoUploadGuard, TrialUploadGuard } from './demo-upload.guard';
import { DemoController } from './demo.controller';
import { DemoService } from './demo.service';

@Module({
  imports: [CallsModule],
  controllers: [DemoController],
  providers: [DemoService, DemoUploadGuard, TrialUploadGuard, DemoPollOptions],
})
export class DemoModule {}
