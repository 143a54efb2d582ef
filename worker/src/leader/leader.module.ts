import { Module } from '@nestjs/common';

import { LeaderElection } from './leader-election';

/** Decides which worker leads. Features with leader-only work import it and extend `LeaderLoop`. */
@Module({ providers: [LeaderElection], exports: [LeaderElection] })
export class LeaderModule {}
