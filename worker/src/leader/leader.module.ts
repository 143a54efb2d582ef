import { Module } from '@nestjs/common';

import { LeaderElectionService } from './leader-election.service';

/** Decides which worker leads. Features with leader-only work import it and extend `LeaderLoop`. */
@Module({ providers: [LeaderElectionService], exports: [LeaderElectionService] })
export class LeaderModule {}
