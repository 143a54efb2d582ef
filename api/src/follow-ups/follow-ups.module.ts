import { Module } from '@nestjs/common';

import { CallsModule } from '../calls/calls.module';
import { ChangeFollowUpService } from './change-follow-up.service';
import { FollowUpsController } from './follow-ups.controller';
import { FollowUpsService } from './follow-ups.service';
import { FollowUpLinksController } from './links/follow-up-links.controller';
import { FollowUpLinksService } from './links/follow-up-links.service';
import { N8nFollowUpsController } from './n8n-follow-ups.controller';
import { OfficeService } from './office.service';
import { TodayService } from './today.service';

@Module({
  imports: [CallsModule],
  controllers: [FollowUpsController, N8nFollowUpsController, FollowUpLinksController],
  providers: [FollowUpsService, OfficeService, TodayService, ChangeFollowUpService, FollowUpLinksService],
  exports: [FollowUpsService],
})
export class FollowUpsModule {}
