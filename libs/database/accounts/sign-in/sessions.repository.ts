import type { MemberRole } from '@ringwell/domain/accounts/member-role';
import { normalizeEmail } from '@ringwell/domain/text/email-address';

import { SqlRepository } from '../../postgres/sql';
import type { AccountStatus } from '../account.entity';
import { PREFERRED_ACCOUNT_ORDER } from '../members/members.repository';
import type { UserRole } from '../user.entity';
import { PendingSignInsRepository } from './pending-sign-ins.repository';
import { hasSecondFactorSql } from './second-factors.repository';
import type { SessionData } from './session.entity';

/** A session expires after `SESSION_IDLE_DAYS` without use, and after `SESSION_ABSOLUTE_DAYS` regardless of use. */
export const SESSION_IDLE_DAYS = 7;
export const SESSION_ABSOLUTE_DAYS = 30;

/** How long users can perform sensitive actions after signing in or confirming their identity. */
export const CONFIRMATION_MINUTES = 15;

// Requests sent before the browser received the new cookie still use the old id.
const REPLACED_SID_GRACE_SECONDS = 10;

const EXPIRY = `least(
  now() + interval '${SESSION_IDLE_DAYS} days', session.created_at + interval '${SESSION_ABSOLUTE_DAYS} days')`;

const IS_LAST_USE_STALE = `(session.expire < ${EXPIRY} - interval '1 minute'
  or session.last_used_at < now() - interval '1 minute')`;

export interface LiveSession {
  /** The current id, even if the session was found by the previous one. */
  sid: string;
  /** The impersonated user, or else the session's owner. */
  userId: string;
  role: UserRole;
  /** The account the user is working in, and their role there. */
  accountId: string;
  memberRole: MemberRole;
  status: AccountStatus;
  impersonator: { userId: string; email: string | null } | null;
  signedInWith: SessionData['signedInWith'];
  hasWeakPassword: boolean;
  /** Whether the owner must replace a password that someone else chose. */
  mustChangePassword: boolean;
  /**
   * Whether the owner is an administrator who has a password but no second factor, and didn't sign in through a
   * provider.
   */
  isUnprotectedAdministrator: boolean;
  /** Whether the user has proved their identity in the last `CONFIRMATION_MINUTES`. */
  isConfirmed: boolean;
  isLastUseStale: boolean;
}

export interface SessionOrigin {
  ipAddress: string | null;
  userAgent: string | null;
}

export interface ListedSession extends SessionOrigin {
  id: string;
  isCurrent: boolean;
  signedInWith: SessionData['signedInWith'];
  createdAt: Date;
  lastUsedAt: Date;
}

export interface EndedSession {
  userId: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  signedInWith: SessionData['signedInWith'];
  impersonatedUserId: string | null;
}

export interface Impersonation {
  administratorId: string;
  userId: string;
}

// How long an IP address is treated as familiar after a sign-in.
const FAMILIAR_ADDRESS_DAYS = 30;

export class SessionsRepository extends SqlRepository {
  async create(
    userId: string,
    sid: string,
    sess: SessionData,
    { ipAddress, userAgent }: SessionOrigin = { ipAddress: null, userAgent: null },
  ): Promise<void> {
    await this.rows(
      `
      insert into sessions (sid, user_id, sess, expire, ip_address, user_agent)
        values ($1, $2, $3, now() + interval '${SESSION_IDLE_DAYS} days', $4, $5)`,
      [sid, userId, JSON.stringify(sess), ipAddress, userAgent],
    );
  }

  /** Lists a user's sessions, the current one first, then the most recently used. */
  async list(userId: string, currentSid: string): Promise<ListedSession[]> {
    return await this.rows<ListedSession>(
      `
      select id, sid = $2 as "isCurrent", sess->>'signedInWith' as "signedInWith", ip_address as "ipAddress",
        user_agent as "userAgent", created_at as "createdAt", last_used_at as "lastUsedAt"
      from sessions where user_id = $1 and expire > now()
      order by sid = $2 desc, last_used_at desc, id`,
      [userId, currentSid],
    );
  }

  /** @returns the `sid` of a user's live session */
  async findSid(userId: string, id: string): Promise<string | undefined> {
    return this.value<string>('select sid from sessions where user_id = $1 and id = $2 and expire > now()', [
      userId,
      id,
    ]);
  }

  /**
   * Returns the session, unless it has ended, its owner is disabled, or all of its owner's accounts are disabled. An
   * impersonation is ignored unless the owner is still an administrator. The role of an impersonated user is always
   * `user`, so that admin routes stay blocked. A recently replaced id still works, but the session then counts as
   * unconfirmed.
   */
  async find(sid: string): Promise<LiveSession | undefined> {
    const session = await this.findBy('session.sid = $1', sid);
    if (session) return session;
    const isReplacedSid = `session.previous_sid = $1
      and session.replaced_at > now() - interval '${REPLACED_SID_GRACE_SECONDS} seconds'`;
    const replacedSession = await this.findBy(isReplacedSid, sid);
    return replacedSession && { ...replacedSession, isConfirmed: false };
  }

  private async findBy(condition: string, sid: string): Promise<LiveSession | undefined> {
    const row = await this.row<LiveSession & { impersonatorId: string | null; impersonatorEmail: string | null }>(
      `
      select session.sid, ${IS_LAST_USE_STALE} as "isLastUseStale", coalesce(viewed.id, owner.id) as "userId",
        case when viewed.id is null then owner.role else 'user' end as role,
        member.account_id as "accountId", member.role as "memberRole", member.status,
        session.sess->>'signedInWith' as "signedInWith",
        coalesce((session.sess->>'hasWeakPassword')::boolean, false) as "hasWeakPassword",
        session.confirmed_at > now() - interval '${CONFIRMATION_MINUTES} minutes' as "isConfirmed",
        owner.must_change_password and session.sess->>'signedInWith' in ('password', 'passkey') as "mustChangePassword",
        owner.role = 'admin' and owner.password_hash is not null and session.sess->>'signedInWith' <> 'oidc'
          and not ${hasSecondFactorSql('owner.id')} as "isUnprotectedAdministrator",
        case when viewed.id is not null then owner.id end as "impersonatorId",
        case when viewed.id is not null then owner.email end as "impersonatorEmail"
      from sessions session
      join users owner on owner.id = session.user_id and owner.is_active
      left join users viewed on viewed.id = (session.sess->>'impersonatedUserId')::uuid
        and owner.role = 'admin'
      join lateral (
        select members.account_id, members.role, accounts.status
        from members join accounts on accounts.id = members.account_id
        where members.user_id = coalesce(viewed.id, owner.id) and (accounts.is_active or viewed.id is not null)
        order by (viewed.id is null and members.account_id = session.account_id) is true desc,
          ${PREFERRED_ACCOUNT_ORDER} limit 1
      ) member on true
      where ${condition} and session.expire > now()`,
      [sid],
    );
    if (!row) return undefined;
    const { impersonatorId, impersonatorEmail, ...session } = row;
    return {
      ...session,
      impersonator: impersonatorId === null ? null : { userId: impersonatorId, email: impersonatorEmail },
    };
  }

  /** Extends a session, at most once a minute. */
  async touch(sid: string): Promise<void> {
    await this.rows(
      `
      update sessions session set expire = ${EXPIRY}, last_used_at = now() where sid = $1 and ${IS_LAST_USE_STALE}`,
      [sid],
    );
  }

  async impersonate(sid: string, impersonatedUserId: string): Promise<boolean> {
    return this.hasRow(
      `
      update sessions set sess = sess || jsonb_build_object('impersonatedUserId', $2::text)
        where sid = $1 and expire > now() returning sid`,
      [sid, impersonatedUserId],
    );
  }

  /**
   * Records that the owner proved their identity. Call `replaceSid` afterward.
   * @returns false if the session has ended
   */
  async confirm(sid: string): Promise<boolean> {
    const sql = 'update sessions set confirmed_at = now() where sid = $1 and expire > now() returning sid';
    return this.hasRow(sql, [sid]);
  }

  /** Replaces a session's id, so that a stolen cookie doesn't gain the owner's new permissions. */
  async replaceSid(sid: string, newSid: string): Promise<void> {
    const sql = 'update sessions set sid = $2, previous_sid = $1, replaced_at = now() where sid = $1';
    await this.rows(sql, [sid, newSid]);
  }

  /** Clears the weak-password flag after the user has chosen another password. */
  async clearWeakPassword(sid: string): Promise<void> {
    await this.rows("update sessions set sess = sess - 'hasWeakPassword' where sid = $1", [sid]);
  }

  /** Switches a session to another of its owner's accounts. */
  async switchAccount(sid: string, accountId: string): Promise<void> {
    await this.rows('update sessions set account_id = $2 where sid = $1', [sid, accountId]);
  }

  async stopImpersonation(sid: string): Promise<boolean> {
    return this.hasRow(
      `
      update sessions set sess = sess - 'impersonatedUserId' where sid = $1 and sess->>'impersonatedUserId' is not null
        returning sid`,
      [sid],
    );
  }

  /**
   * Ends all impersonations by and of a user. Reverting the change that ended them doesn't resume them.
   * @returns the ended impersonations
   */
  async stopImpersonations(userId: string): Promise<Impersonation[]> {
    return await this.rows<Impersonation>(
      `
      update sessions session set sess = session.sess - 'impersonatedUserId' from users viewed
      where viewed.id = (session.sess->>'impersonatedUserId')::uuid and (viewed.id = $1 or session.user_id = $1)
      returning session.user_id as "administratorId", viewed.id as "userId"`,
      [userId],
    );
  }

  async end(sid: string): Promise<EndedSession | undefined> {
    return await this.row<EndedSession>(
      `
      delete from sessions session using users owner where session.sid = $1 and owner.id = session.user_id
      returning session.user_id as "userId", owner.email, owner.first_name as "firstName",
        owner.last_name as "lastName",
        session.sess->>'signedInWith' as "signedInWith", session.sess->>'impersonatedUserId' as "impersonatedUserId"`,
      [sid],
    );
  }

  /** Keeps a session from ending until the transaction ends. @returns false if it has already ended */
  async lock(sid: string): Promise<boolean> {
    return this.hasRow('select from sessions where sid = $1 for share', [sid]);
  }

  /**
   * Ends a user's sessions, pending sign-ins and sign-in links, and disconnects their assistants.
   * @param exceptSid a session to keep, such as the current one when users change their own password
   * @returns the impersonations that ended with the sessions
   */
  async endByUser(userId: string, exceptSid: string | null = null): Promise<Impersonation[]> {
    await new PendingSignInsRepository(this.manager).endByUser(userId);
    await this.rows('delete from sign_in_links where user_id = $1', [userId]);
    const ended = await this.rows<Impersonation | { administratorId: string; userId: null }>(
      `
      delete from sessions where user_id = $1 and sid is distinct from $2
      returning user_id as "administratorId", sess->>'impersonatedUserId' as "userId"`,
      [userId, exceptSid],
    );
    // Assistants are deleted after sessions, because requests that connect an assistant lock the session first.
    await this.rows('delete from assistants where user_id = $1', [userId]);
    return ended.filter((session): session is Impersonation => session.userId !== null);
  }

  /** Lists the IP addresses of recent sign-ins. `email` doesn't have to belong to a user. */
  async listRecentAddresses(email: string): Promise<string[]> {
    return this.values<string>(
      `
      select distinct entry.ip_address
      from activity_logs entry join users owner on owner.id = entry.user_id
      where owner.email = $1 and entry.action = 'Signed in' and entry.ip_address is not null
        and entry.created_at > now() - interval '${FAMILIAR_ADDRESS_DAYS} days'`,
      [normalizeEmail(email)],
    );
  }

  async purgeExpired(): Promise<number> {
    return (await this.rows('delete from sessions where expire <= now() returning sid')).length;
  }
}
