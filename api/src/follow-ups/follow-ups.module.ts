import { Module } from '@nestjs/common';

import { FollowUpsController } from './follow-ups.controller';
import { FollowUpsService } from './follow-ups.service';
import { FollowUpLinksController } from './links/follow-up-links.controller';
import { FollowUpLinksService } from './links/follow-up-links.service';
import { N8nFollowUpsController } from './n8n-follow-ups.controller';

@Module({
  controllers: [FollowUpsController, N8nFollowUpsController, FollowUpLinksController],
  providers: [FollowUpsService, FollowUpLinksService],
  exports: [FollowUpsService],
})
export class FollowUpsModule {}
