import { Module } from '@nestjs/common';

import { LeaderElectionService } from './leader-election.service';

/** Leader election. Modules with leader-only work import it and extend `LeaderLoop`. */
@Module({ providers: [LeaderElectionService], exports: [LeaderElectionService] })
export class LeaderModule {}
