import { Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { SessionsRepository } from '@ringwell/database/accounts/sign-in/sessions.repository';
import { normalizeEmail } from '@ringwell/domain/text/email-address';

import { clientNetwork, getNetwork } from '../../http/throttling/client-network';
import { ThrottleService } from '../../http/throttling/throttle.service';

export interface CountedAttempt {
  /** Removes a successful attempt from the count, because an entire office may sign in from one network. */
  undoCount(): Promise<void>;
}

/**
 * Limits password guesses for one email address, known or unknown, per network and across all networks. Attackers could
 * use the second limit to lock the owner out, so networks from which the owner recently signed in are exempt.
 */
@Injectable()
export class SignInThrottleService {
  constructor(
    private readonly throttle: ThrottleService,
    private readonly sessions: SessionsRepository,
  ) {}

  /** @param request a request to a `@Throttled('sign-in')` route @throws AppError `RATE_LIMITED` */
  async countAttempt(email: string, request: Request): Promise<CountedAttempt> {
    const normalizedEmail = normalizeEmail(email);
    const network = getNetwork(request);
    await this.throttle.count('sign-in-person', network, normalizedEmail);
    const isFamiliarNetwork = await this.hasRecentlySignedInFrom(network, email);
    if (!isFamiliarNetwork) await this.throttle.count('sign-in-anywhere', normalizedEmail);
    return {
      undoCount: async () => {
        await this.throttle.undoCount('sign-in', network); // the guard already counted the attempt
        await this.throttle.undoCount('sign-in-person', network, normalizedEmail);
        if (!isFamiliarNetwork) await this.throttle.undoCount('sign-in-anywhere', normalizedEmail);
      },
    };
  }

  private async hasRecentlySignedInFrom(network: string, email: string): Promise<boolean> {
    const addresses = await this.sessions.listRecentAddresses(email);
    return addresses.some((address) => clientNetwork(address) === network);
  }
}
