import { Injectable } from '@nestjs/common';

import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';

import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';

// Administrators should soon see that someone knows a password but not the second step.
const INTERVAL_MS = 300_000;

/**
 * Deletes expired sessions, sign-ins and links to save space. They're already rejected. A sign-in that never completed
 * its second step becomes a security event.
 */
@Injectable()
export class ExpiredSessionsLoop extends LeaderLoop {
  constructor(
    leader: LeaderElectionService,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super(leader, { intervalMs: INTERVAL_MS, failure: 'sessions: failed to delete expired sessions and links' });
  }

  override async pass(): Promise<void> {
    const purgePart = (part: string, work: (repositories: Repositories) => Promise<number>): Promise<number> =>
      this.runPart(part, () => this.unitOfWork.run(work));
    const deleted = {
      sessions: await purgePart('sessions', ({ sessions }) => sessions.purgeExpired()),
      signIns: await purgePart('signIns', ({ pendingSignIns }) => pendingSignIns.endExpired()),
      unfinishedSetups: await purgePart('unfinishedSetups', ({ secondFactors }) => secondFactors.purgeUnfinished()),
      links:
        (await purgePart('links', ({ emailLinks }) => emailLinks.purgeExpired())) +
        (await purgePart('links', ({ signInLinks }) => signInLinks.purgeExpired())),
      invitations: await purgePart('invitations', ({ invitations }) => invitations.purgeExpired()),
      assistants: await purgePart('assistants', ({ assistants }) => assistants.purgeExpired()),
    };
    if (Object.values(deleted).some((count) => count > 0))
      this.logger.info(deleted, 'sessions: deleted expired sessions and links');
  }
}
