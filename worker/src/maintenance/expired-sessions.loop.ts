import { Inject, Injectable } from '@nestjs/common';

import { AssistantsRepository } from '@ringwell/database/accounts/assistants/assistants.repository';
import { InvitationsRepository } from '@ringwell/database/accounts/members/invitations.repository';
import { EmailLinksRepository } from '@ringwell/database/accounts/sign-in/email-links.repository';
import { SecondFactorsRepository } from '@ringwell/database/accounts/sign-in/second-factors.repository';
import { SessionsRepository } from '@ringwell/database/accounts/sign-in/sessions.repository';
import { SignInLinksRepository } from '@ringwell/database/accounts/sign-in/sign-in-links.repository';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';

const HOUR_MS = 3_600_000;

/** Expired sessions and links are refused anyway; deleting them only saves space. */
@Injectable()
export class ExpiredSessionsLoop extends LeaderLoop {
  constructor(
    leader: LeaderElectionService,
    private readonly sessions: SessionsRepository,
    private readonly secondFactors: SecondFactorsRepository,
    private readonly emailLinks: EmailLinksRepository,
    private readonly signInLinks: SignInLinksRepository,
    private readonly invitations: InvitationsRepository,
    private readonly assistants: AssistantsRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(leader, logger, { intervalMs: HOUR_MS, failure: 'sessions: cannot delete expired sessions and links' });
  }

  protected override async pass(): Promise<void> {
    const deleted = {
      sessions: await this.doPart('sessions', () => this.sessions.purgeExpired()),
      unfinishedSetups: await this.doPart('unfinishedSetups', () => this.secondFactors.purgeUnfinished()),
      links:
        (await this.doPart('links', () => this.emailLinks.purgeExpired())) +
        (await this.doPart('links', () => this.signInLinks.purgeExpired())),
      invitations: await this.doPart('invitations', () => this.invitations.purgeExpired()),
      assistants: await this.doPart('assistants', () => this.assistants.purgeExpired()),
    };
    if (Object.values(deleted).some((count) => count > 0))
      this.logger.info(deleted, 'sessions: deleted expired sessions and links');
  }
}
