import { IntersectionType } from '@nestjs/swagger';

import type { ActivityFilter } from '@ringwell/database/accounts/security/activity.repository';
import { ACTIVITY_ACTIONS, ACTIVITY_KINDS, type ActivityAction } from '@ringwell/domain/accounts/activity';

import { DayRangeQuery, parseEnd, parseStart } from '../http/request/day-or-instant.decorator';
import { OptionalId } from '../http/request/is-id.decorator';
import { OptionalChoice } from '../http/request/optional-choice.decorator';
import { OptionalText } from '../http/request/optional-text.decorator';
import { PageLimit } from '../http/request/page-limit.decorator';
import { dateTime, FieldsType, json, oneOf, text, uuid } from '../http/response/dto-fields';

const DEFAULT_LIMIT = 20;

const MAX_SEARCH_LENGTH = 200;

export class MyActivityExportQuery extends DayRangeQuery {
  @OptionalChoice(
    ACTIVITY_ACTIONS,
    { example: 'Signed in' },
    'This must be an action from the activity log, such as Signed in.',
  )
  action?: ActivityAction;

  @OptionalText(MAX_SEARCH_LENGTH, {
    description: "Text in the description, the actor's name or email, or the IP address.",
    example: 'reyes',
  })
  search?: string;
}

export class ActivityExportQuery extends MyActivityExportQuery {
  @OptionalId('This must be the ID of a user.', {
    description: 'Entries by or about this user, and entries about accounts that the user owns.',
    example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21',
  })
  userId?: string;
}

class ActivityPage {
  @OptionalId('This must be the ID of an entry.', {
    description: 'The ID of the last entry of the previous page.',
    example: '9b1f6a53-0c35-4a57-8a53-7d9f2b6c4e10',
  })
  after?: string;

  @PageLimit('Number of entries, newest first.', DEFAULT_LIMIT)
  limit: number = DEFAULT_LIMIT;
}

export class MyActivityQuery extends IntersectionType(MyActivityExportQuery, ActivityPage) {}

export class ActivityQuery extends IntersectionType(ActivityExportQuery, ActivityPage) {}

export function toActivityFilter(
  { action, from, to, search }: MyActivityExportQuery,
  timeZone: string,
): ActivityFilter {
  return {
    action,
    from: from === undefined ? undefined : parseStart(from, timeZone),
    before: to === undefined ? undefined : parseEnd(to, timeZone),
    search,
  };
}

export class ActivityDto extends FieldsType({
  id: uuid({ example: '9b1f6a53-0c35-4a57-8a53-7d9f2b6c4e10' }),
  accountId: uuid({
    nullable: true,
    description: 'The affected account. Null if the entry is only about a user or the account was deleted.',
    example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21',
  }),
  action: text({ example: 'User created' }),
  kind: oneOf(ACTIVITY_KINDS, {
    description: 'Badge shown for the entry: New, Update, Removed or Action.',
    example: 'new',
  }),
  description: text({ example: 'admin@example.com created the user dana@reyes-hvac.example.' }),
  timestamp: dateTime({ description: 'Same as createdAt.', example: '2026-03-31T14:05:00.000Z' }),
  createdAt: dateTime({ example: '2026-03-31T14:05:00.000Z' }),
  userId: uuid({
    nullable: true,
    description: 'The actor; null for visitors, deleted users and the service itself.',
    example: '2f6b0c9e-1d47-4a0b-8f53-5a7c9e2d1b34',
  }),
  userName: text({ nullable: true, example: 'Alex Kim' }),
  userEmail: text({ nullable: true, example: 'admin@example.com' }),
  metadata: json({
    nullable: true,
    description: 'Details of the change, such as the IDs of the affected records.',
    example: { targetUserId: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' },
  }),
  ipAddress: text({ nullable: true, example: '203.0.113.7' }),
  userAgent: text({ nullable: true, example: 'Mozilla/5.0 (X11; Linux x86_64)' }),
}) {}
