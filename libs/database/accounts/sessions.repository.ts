import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { row, rows } from '../postgres/sql';
import type { SessionData } from './session.entity';
import type { UserRole, UserStatus } from './user.entity';

/** Without use a session ends after this time; with use, after the other one. */
export const SESSION_IDLE_DAYS = 7;
export const SESSION_ABSOLUTE_DAYS = 30;

/** How long a session lasts from now on. */
const EXPIRY = `least(now() + interval '${SESSION_IDLE_DAYS} days', session.created_at + interval '${SESSION_ABSOLUTE_DAYS} days')`;

/** Whether its use has not been noted for a minute. */
const IS_USE_DUE = `session.expire < ${EXPIRY} - interval '1 minute'`;

/** A session that may be used now: on whose behalf, and who sits at the keyboard. */
export interface LiveSession {
  sid: string;
  /** The account that is acted for: the impersonated one while there is one. */
  userId: string;
  role: UserRole;
  status: UserStatus;
  /** The administrator who looks at another account; null outside of impersonation. */
  impersonator: { userId: string; email: string | null } | null;
  /** Whether it is time to note that it is used. */
  isUseDue: boolean;
}

/** A session that is over, and who sat at the keyboard. */
export interface EndedSession {
  userId: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  signedInWith: SessionData['signedInWith'];
  /** The account that was looked at; null outside of impersonation. */
  impersonatedUserId: string | null;
}

/** An administrator who looks at an account, by their ids. */
export interface Impersonation {
  administratorId: string;
  userId: string;
}

/** Where somebody signed in from counts as theirs for so long. */
const OWN_ADDRESS_DAYS = 30;

@Injectable()
export class SessionsRepository {
  constructor(private readonly manager: EntityManager) {}

  async create(userId: string, sid: string, sess: SessionData): Promise<void> {
    await rows(
      this.manager,
      `
      insert into sessions (sid, user_id, sess, expire) values ($1, $2, $3, now() + interval '${SESSION_IDLE_DAYS} days')`,
      [sid, userId, JSON.stringify(sess)],
    );
  }

  /**
   * The session, unless it has ended or its owner is disabled. An impersonation counts only while the owner is an
   * administrator, and the other account is enabled and no administrator's.
   */
  async find(sid: string): Promise<LiveSession | undefined> {
    const found = await row<LiveSession & { impersonatorId: string | null; impersonatorEmail: string | null }>(
      this.manager,
      `
      select session.sid, ${IS_USE_DUE} as "isUseDue", coalesce(other.id, owner.id) as "userId", coalesce(other.role, owner.role) as role,
        coalesce(other.status, owner.status) as status,
        case when other.id is not null then owner.id end as "impersonatorId",
        case when other.id is not null then owner.email end as "impersonatorEmail"
      from sessions session
      join users owner on owner.id = session.user_id and owner.is_active
      left join users other on other.id = (session.sess->>'impersonatedUserId')::uuid
        and owner.role = 'admin' and other.role <> 'admin' and other.is_active
      where session.sid = $1 and session.expire > now()`,
      [sid],
    );
    if (!found) return undefined;
    const { impersonatorId, impersonatorEmail, ...session } = found;
    return {
      ...session,
      impersonator: impersonatorId === null ? null : { userId: impersonatorId, email: impersonatorEmail },
    };
  }

  /** Notes the use of a session, at most once a minute. */
  async touch(sid: string): Promise<void> {
    await rows(
      this.manager,
      `
      update sessions session set expire = ${EXPIRY} where sid = $1 and ${IS_USE_DUE}`,
      [sid],
    );
  }

  /** Starts looking at another account. @returns whether the session was still there */
  async impersonate(sid: string, impersonatedUserId: string): Promise<boolean> {
    const changed = await row(
      this.manager,
      `
      update sessions set sess = sess || jsonb_build_object('impersonatedUserId', $2::text) where sid = $1 and expire > now() returning sid`,
      [sid, impersonatedUserId],
    );
    return changed !== undefined;
  }

  /** @returns whether the session looked at another account until now */
  async stopImpersonation(sid: string): Promise<boolean> {
    const changed = await row(
      this.manager,
      `
      update sessions set sess = sess - 'impersonatedUserId' where sid = $1 and sess->>'impersonatedUserId' is not null returning sid`,
      [sid],
    );
    return changed !== undefined;
  }

  /**
   * Ends impersonation by a user and of a user for good: what such a change ends must not go on should it be taken back.
   * @returns what has been ended
   */
  async stopImpersonations(userId: string): Promise<Impersonation[]> {
    return await rows<Impersonation>(
      this.manager,
      `
      update sessions session set sess = session.sess - 'impersonatedUserId' from users viewed
      where viewed.id = (session.sess->>'impersonatedUserId')::uuid and (viewed.id = $1 or session.user_id = $1)
      returning session.user_id as "administratorId", viewed.id as "userId"`,
      [userId],
    );
  }

  /** @returns whose it was; `undefined` when there was none */
  async end(sid: string): Promise<EndedSession | undefined> {
    return await row<EndedSession>(
      this.manager,
      `
      delete from sessions session using users owner where session.sid = $1 and owner.id = session.user_id
      returning session.user_id as "userId", owner.email, owner.first_name as "firstName", owner.last_name as "lastName",
        session.sess->>'signedInWith' as "signedInWith", session.sess->>'impersonatedUserId' as "impersonatedUserId"`,
      [sid],
    );
  }

  /**
   * @param exceptSid a session that may go on, as when somebody changes the own password
   * @returns the impersonations that ended with their sessions
   */
  async endAllOf(userId: string, exceptSid: string | null = null): Promise<Impersonation[]> {
    const ended = await rows<Impersonation | { administratorId: string; userId: null }>(
      this.manager,
      `
      delete from sessions where user_id = $1 and sid is distinct from $2
      returning user_id as "administratorId", sess->>'impersonatedUserId' as "userId"`,
      [userId, exceptSid],
    );
    return ended.filter((session): session is Impersonation => session.userId !== null);
  }

  /** The network addresses that somebody has signed in from lately. @param email nobody need have it */
  async recentAddresses(email: string): Promise<string[]> {
    const found = await rows<{ address: string }>(
      this.manager,
      `
      select distinct entry.ip_address as address
      from activity_logs entry join users owner on owner.id = entry.user_id
      where owner.email = $1 and entry.action = 'Signed in' and entry.ip_address is not null
        and entry.created_at > now() - interval '${OWN_ADDRESS_DAYS} days'`,
      [email.toLowerCase()],
    );
    return found.map(({ address }) => address);
  }

  /** @returns how many had expired and are gone */
  async purgeExpired(): Promise<number> {
    return (await rows(this.manager, 'delete from sessions where expire <= now() returning sid')).length;
  }
}
