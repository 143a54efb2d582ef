import { Injectable } from '@nestjs/common';
import { normalizeIp } from '@nestjs/throttler';
import type { Request } from 'express';

import { SessionsRepository } from '@ringwell/database/accounts/sessions.repository';

import { AttemptThrottle } from '../../http/throttling/attempt-throttle';

/**
 * Bounds guesses at one person's password. From one network address few are let through. From all together a higher number is,
 * as whoever has many addresses would go on for ever. That number could be used up to keep the owner out, so it does not hold
 * for networks that the owner has signed in from lately: there, only the first limit holds. Somebody unknown is counted in the
 * same way, so that no answer tells who exists.
 */
@Injectable()
export class SignInLimits {
  constructor(
    private readonly throttle: AttemptThrottle,
    private readonly sessions: SessionsRepository,
  ) {}

  /** Counts an attempt. @throws AppError `RATE_LIMITED` */
  async count(email: string, request: Request): Promise<void> {
    await this.throttle.count('sign-in-person', request, email);
    if (!(await this.isOwnNetwork(email, request))) await this.throttle.countFromAnywhere('sign-in-anywhere', email);
  }

  /** Networks are told apart as the throttle does it: by the address, of IPv6 by its /64 network. */
  private async isOwnNetwork(email: string, { ip = '' }: Request): Promise<boolean> {
    const known = await this.sessions.listRecentAddresses(email);
    return known.some((address) => normalizeIp(address) === normalizeIp(ip));
  }
}
