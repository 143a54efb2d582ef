import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { z } from 'zod';

import { CALL_DIRECTIONS } from '@ringwell/domain/calls/call';
import { CALL_LABELS } from '@ringwell/domain/calls/call-label';
import { CALL_RANGES } from '@ringwell/domain/calls/call-range';

import { AgentsService } from '../agents/agents.service';
import type { Principal } from '../auth/principal/principal';
import { CallListsService, type CallPage } from '../calls/call-lists.service';
import { validationFailed } from '../http/request/strict-validation.pipe';
import { ThrottleService } from '../http/throttling/throttle.service';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 25;
const MAX_NAME_LENGTH = 200;

/** Filters for the call tools. Unknown arguments are ignored, because n8n adds its own. */
export const CALL_FILTERS_SCHEMA = z.object({
  from: z
    .string()
    .optional()
    .describe("Calls on or after this date (2026-03-01, in the account's time zone) or time (ISO 8601)."),
  to: z.string().optional().describe('Calls up to and including this date, or before this time.'),
  range: z
    .enum(CALL_RANGES)
    .optional()
    .describe(
      'Calls from today, yesterday, today and the 7 or 30 days before it, or last week (Monday to Sunday), in the ' +
        "account's time zone. Use this instead of from and to.",
    ),
  labels: z
    .array(z.enum(CALL_LABELS))
    .min(1)
    .optional()
    .describe("The customer's happiness. needs_review: only a guess, so a person has to listen."),
  direction: z.enum(CALL_DIRECTIONS).optional().describe('Whether the customer or the company called.'),
  agent: z
    .string()
    .max(MAX_NAME_LENGTH)
    .optional()
    .describe('Name of the person who spoke for the company: the full name as shown on calls (agentName).'),
  customer: z.string().optional().describe('Calls with this customer: the id, not the name, from customer_brief.'),
  cursor: z.string().optional().describe('nextCursor of the previous page, with the same filters.'),
  limit: z.int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT).describe('Calls per page.'),
});

export interface CallFilters extends z.output<typeof CALL_FILTERS_SCHEMA> {
  search?: string;
}

/** Finds calls for tools, subject to the same limits as the call list. */
@Injectable()
export class CallFinderService {
  constructor(
    private readonly lists: CallListsService,
    private readonly agents: AgentsService,
    private readonly throttle: ThrottleService,
  ) {}

  /** @throws AppError `VALIDATION_FAILED`, `AGENT_NOT_FOUND`, `SEARCH_TOO_SLOW`, `RATE_LIMITED` */
  async find(principal: Principal, { labels, agent, ...filters }: CallFilters): Promise<CallPage> {
    const { customer } = filters;
    if (customer !== undefined && !isUUID(customer))
      throw validationFailed([{ field: 'customer', message: 'This must be an id. Get it from customer_brief.' }]);
    const query = await this.lists.validateQuery({
      ...filters,
      sentiment: labels,
      agent: agent === undefined ? undefined : await this.agents.findIdByName(principal.accountId, agent),
    });
    if (query.search !== undefined) await this.throttle.count('search', principal.accountId);
    return this.lists.getPage(principal, query);
  }
}
