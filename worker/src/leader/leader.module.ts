import { Module } from '@nestjs/common';

import { LeaderElectionService } from './leader-election.service';

/** Modules with leader-only work import this one and extend `LeaderLoop`. */
@Module({ providers: [LeaderElectionService], exports: [LeaderElectionService] })
export class LeaderModule {}
