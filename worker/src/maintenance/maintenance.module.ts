import { Module } from '@nestjs/common';

import { LeaderModule } from '../leader/leader.module';
import { ExpiredSessionsLoop } from './expired-sessions.loop';
import { OrphanedRecordingsLoop } from './orphaned-recordings.loop';
import { RetentionLoop } from './retention.loop';

@Module({ imports: [LeaderModule], providers: [OrphanedRecordingsLoop, RetentionLoop, ExpiredSessionsLoop] })
export class MaintenanceModule {}
