import { Module } from '@nestjs/common';

import { LeaderModule } from '../leader/leader.module';
import { RecordingSweep } from './recording-sweep';
import { Retention } from './retention';
import { SessionPurge } from './session-purge';

/** Retention and cleanup. */
@Module({ imports: [LeaderModule], providers: [RecordingSweep, Retention, SessionPurge] })
export class MaintenanceModule {}
