import {
  SECURITY_EVENT_KINDS,
  SECURITY_OUTCOMES,
  type SecurityEventKind,
  type SecurityOutcome,
} from '@ringwell/domain/accounts/security-event';
import { DAY } from '@ringwell/domain/time';
import { UUID } from '@ringwell/domain/uuid';

import type { ApiQuery } from '../../api/types';

/** The list's filters in the URL. */
export interface SecurityEventFilters {
  /** Part of a user's name or email, or the exact text entered as an email address. */
  user: string;
  /** Set by links to the events of a single user. */
  userId: string | null;
  address: string;
  kind: SecurityEventKind | null;
  outcome: SecurityOutcome | null;
  /** Dates such as 2026-03-31. */
  from: string | null;
  to: string | null;
}

const MAX_USER_LENGTH = 200;
const ADDRESS_PATTERN = /^[\da-f.:%]{1,45}$/i;

export function parseFilters(params: URLSearchParams): SecurityEventFilters {
  const readMatching = (name: string, pattern: RegExp): string | null => {
    const value = params.get(name);
    return value !== null && pattern.test(value) ? value : null;
  };
  return {
    user: (params.get('user') ?? '').slice(0, MAX_USER_LENGTH),
    userId: readMatching('userId', UUID),
    address: params.get('address') ?? '',
    kind: SECURITY_EVENT_KINDS.find((kind) => kind === params.get('kind')) ?? null,
    outcome: SECURITY_OUTCOMES.find((outcome) => outcome === params.get('outcome')) ?? null,
    from: readMatching('from', DAY),
    to: readMatching('to', DAY),
  };
}

export function toSearchParams({ user, address, ...otherFilters }: SecurityEventFilters): URLSearchParams {
  return new URLSearchParams({
    ...(user.trim() !== '' && { user }),
    ...(address.trim() !== '' && { address }),
    ...toApiQuery({ ...otherFilters, user: '', address: '' }),
  });
}

export function isFiltered(filters: SecurityEventFilters): boolean {
  return toSearchParams(filters).size > 0;
}

/** Whether the text is an IP address, or the start of one, instead of a name. */
export function isIpAddress(text: string): boolean {
  return ADDRESS_PATTERN.test(text.trim());
}

/** The API query. Text that isn't an address is omitted. */
export function toApiQuery(
  filters: SecurityEventFilters,
): Omit<ApiQuery<'/api/admin/security-events'>, 'cursor' | 'limit'> {
  const { user, userId, address, kind, outcome, from, to } = filters;
  return {
    ...(user.trim() !== '' && { user: user.trim() }),
    ...(userId !== null && { userId }),
    ...(isIpAddress(address) && { address: address.trim() }),
    ...(kind !== null && { kind }),
    ...(outcome !== null && { outcome }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
  };
}
