import { Module } from '@nestjs/common';

import { FollowUpsController } from './follow-ups.controller';
import { FollowUpsService } from './follow-ups.service';
import { N8nFollowUpsController } from './n8n-follow-ups.controller';

@Module({
  controllers: [FollowUpsController, N8nFollowUpsController],
  providers: [FollowUpsService],
  exports: [FollowUpsService],
})
export class FollowUpsModule {}
