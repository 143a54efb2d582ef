import { ApiPropertyOptional } from '@nestjs/swagger';
import { Matches } from 'class-validator';

import type { ListedSecurityEvent } from '@ringwell/database/accounts/security/security-events.repository';
import {
  SECURITY_EVENT_KINDS,
  SECURITY_OUTCOMES,
  type SecurityEventKind,
  type SecurityOutcome,
} from '@ringwell/domain/accounts/security-event';
import { describeSecurityEvent } from '@ringwell/domain/accounts/security-event-text';

import { DayRangeQuery } from '../http/request/day-or-instant.decorator';
import { OptionalId } from '../http/request/is-id.decorator';
import { OptionalChoice } from '../http/request/optional-choice.decorator';
import { OptionalOrEmpty, OptionalText } from '../http/request/optional-text.decorator';
import { PageLimit } from '../http/request/page-limit.decorator';
import { dateTime, FieldsType, integer, listOf, object, oneOf, text, uuid } from '../http/response/dto-fields';
import { toDto } from '../http/response/to-dto';

const DEFAULT_LIMIT = 50;
const MAX_USER_LENGTH = 200;
const ADDRESS = /^[\da-f.:%]{1,45}$/i;

export class SecurityEventsExportQuery extends DayRangeQuery {
  @OptionalChoice(SECURITY_EVENT_KINDS, { example: 'sign_in' })
  kind?: SecurityEventKind;

  @OptionalChoice(SECURITY_OUTCOMES, { example: 'refused' }, `This must be one of ${SECURITY_OUTCOMES.join(', ')}.`)
  outcome?: SecurityOutcome;

  @OptionalId('This must be the ID of a user.', {
    description:
      'Events by or about this user, and about the accounts that the user owns. Also accepts the ID of a deleted user.',
    example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21',
  })
  userId?: string;

  @OptionalText(MAX_USER_LENGTH, {
    description:
      'Like userId, for all users with this text in their name or email. Also finds attempts to sign in with exactly this email ' +
      'address if no user has it.',
    example: 'reyes',
  })
  user?: string;

  @ApiPropertyOptional({ description: 'An IP address or the beginning of one.', example: '203.0.113.' })
  @OptionalOrEmpty()
  @Matches(ADDRESS, { message: 'This must be an IP address such as 203.0.113.7, or the beginning of one.' })
  address?: string;
}

export class SecurityEventsQuery extends SecurityEventsExportQuery {
  @OptionalId('This must be the nextCursor of a page.', {
    description: 'The nextCursor of the previous page.',
    example: '9b1f6a53-0c35-4a57-8a53-7d9f2b6c4e10',
  })
  cursor?: string;

  @PageLimit('Number of events, newest first.', DEFAULT_LIMIT)
  limit: number = DEFAULT_LIMIT;
}

/** A user in an event, with their current name and email. */
class SecurityEventUserDto extends FieldsType({
  id: uuid({ example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' }),
  name: text({ nullable: true, description: 'Null for deleted users.', example: 'Dana Reyes' }),
  email: text({ nullable: true, description: 'Null for deleted users.', example: 'dana@reyes-hvac.example' }),
}) {}

class SecurityEventAccountDto extends FieldsType({
  id: uuid({ example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' }),
  name: text({
    nullable: true,
    description: 'Name of the company, or of the owner if the account has no company; null for deleted accounts.',
    example: 'Reyes Heating & Air',
  }),
  ownerId: uuid({
    nullable: true,
    description: 'The user who owns the account.',
    example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21',
  }),
}) {}

export class SecurityEventDto extends FieldsType({
  id: uuid({ example: '9b1f6a53-0c35-4a57-8a53-7d9f2b6c4e10' }),
  kind: oneOf(SECURITY_EVENT_KINDS, { example: 'sign_in' }),
  outcome: oneOf(SECURITY_OUTCOMES, { example: 'refused' }),
  what: text({ description: 'The event, as a sentence.', example: 'Tried to sign in with an incorrect password.' }),
  method: text({
    nullable: true,
    description: 'The method of a sign-in or an attempt, or the kind of credential that was rejected.',
    example: 'password',
  }),
  code: text({ nullable: true, description: 'Reason for the rejection.', example: 'WRONG_PASSWORD' }),
  route: text({ nullable: true, description: 'Method and route of the request.', example: 'POST /api/login' }),
  action: text({ nullable: true, description: 'The action in the activity log.', example: null }),
  user: object(SecurityEventUserDto, {
    nullable: true,
    description: 'The actor; null for visitors and automations. During impersonation, the administrator.',
  }),
  about: object(SecurityEventUserDto, {
    nullable: true,
    description: 'The affected user, such as the user whose email a visitor entered to sign in.',
  }),
  account: object(SecurityEventAccountDto, { nullable: true }),
  emailHash: text({
    nullable: true,
    description:
      'A keyed hash of the text entered as the email address of an unknown user. Equal hashes mean the same text. ' +
      'Use the `user` filter to find them by address.',
    example: null,
  }),
  ipAddress: text({ nullable: true, example: '203.0.113.7' }),
  userAgent: text({ nullable: true, example: 'Mozilla/5.0 (X11; Linux x86_64)' }),
  count: integer({ description: 'Number of identical events within a minute.', example: 12 }),
  firstAt: dateTime({ description: 'When the first of these events happened.', example: '2026-03-31T14:05:00.000Z' }),
  lastAt: dateTime({ description: 'When the last of these events happened.', example: '2026-03-31T14:05:40.000Z' }),
}) {}

export class SecurityEventPageDto extends FieldsType({
  events: listOf(SecurityEventDto, { description: 'Newest first.' }),
  nextCursor: uuid({
    nullable: true,
    description: 'Send this value as cursor to get the next page. Null on the last page.',
    example: '9b1f6a53-0c35-4a57-8a53-7d9f2b6c4e10',
  }),
}) {}

export function securityEventView(event: ListedSecurityEvent): SecurityEventDto {
  const { accountId, accountName, accountOwnerId } = event;
  return toDto(SecurityEventDto, event, {
    what: describeSecurityEvent(event),
    user: userView(event.userId, event.userName, event.userEmail),
    about: userView(event.targetUserId, event.targetName, event.targetEmail),
    account: accountId === null ? null : { id: accountId, name: accountName, ownerId: accountOwnerId },
    lastAt: event.createdAt,
  });
}

function userView(id: string | null, name: string | null, email: string | null): SecurityEventUserDto | null {
  return id === null ? null : { id, name, email };
}
