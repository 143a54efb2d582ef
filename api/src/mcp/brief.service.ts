import { Inject, Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { CallListsRepository } from '@ringwell/database/calls/call-lists.repository';
import { DeliveryListsRepository } from '@ringwell/database/deliveries/delivery-lists.repository';
import { notFound } from '@ringwell/domain/errors/app-error';
import { isWaiting } from '@ringwell/domain/follow-ups/follow-up';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { CustomersService } from '../customers/customers.service';
import { FollowUpsService } from '../follow-ups/follow-ups.service';
import { ThrottleService } from '../http/throttling/throttle.service';
import { renderBrief, type BRIEF_SCHEMA, type BriefFacts } from './brief';
import type { ToolResult } from './mcp-tool';

const MAX_MATCHES = 6;
const MAX_CALLS = 10;
const MAX_FETCHED_FOLLOW_UPS = 100;
const MAX_FOLLOW_UPS = 5;
const MAX_NOTES = 10;
const MAX_MESSAGES = 10;

const EMPTY_FACTS = { calls: [], hasMoreCalls: false, followUps: [], notes: [], messages: [] };

type Brief = ToolResult<typeof BRIEF_SCHEMA>;

@Injectable()
export class BriefService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly calls: CallListsRepository,
    private readonly customers: CustomersService,
    private readonly followUps: FollowUpsService,
    private readonly messages: DeliveryListsRepository,
    private readonly throttle: ThrottleService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Returns a customer's brief or, if several customers match, a list of them.
   * @throws AppError `CUSTOMER_NOT_FOUND`, `SEARCH_TOO_SLOW`, `RATE_LIMITED`
   */
  async getCustomerBrief(accountId: string, text: string): Promise<Brief> {
    await this.throttle.count('search', accountId);
    const [timeZone, customers] = await Promise.all([
      this.accounts.findTimeZone(accountId),
      this.customers.lookUp(accountId, text, MAX_MATCHES + 1),
    ]);
    const [customer] = customers;
    if (!customer)
      throw notFound(
        'CUSTOMER_NOT_FOUND',
        'No customer matches this name, number or ID. Try part of the name, or search_calls, which also finds misspelled names.',
      );
    if (customers.length > 1) {
      const ambiguity = customers.length > MAX_MATCHES ? 'many' : 'several';
      return renderBrief(
        { ...EMPTY_FACTS, ambiguity, timeZone, customers: customers.slice(0, MAX_MATCHES) },
        this.config,
      );
    }
    const customerKeys = [
      ...customer.phones.map((phone) => `tel:${phone}`),
      ...customer.references.map((id) => `id:${id}`),
    ];
    const [calls, { followUps }, notes] = await Promise.all([
      this.calls.list(accountId, { customerKeys, isDemo: false }, MAX_CALLS + 1),
      this.followUps.list(accountId, { customerId: customer.id }, MAX_FETCHED_FOLLOW_UPS),
      this.customers.listNotes(accountId, { customerId: customer.id }, MAX_NOTES),
    ]);
    return this.buildBrief(accountId, { timeZone, customers, calls, followUps, notes });
  }

  /** @throws AppError `CALL_NOT_FOUND`, `RATE_LIMITED` */
  async getJobBrief(accountId: string, id: string): Promise<Brief> {
    await this.throttle.count('search', accountId);
    const [timeZone, calls] = await Promise.all([
      this.accounts.findTimeZone(accountId),
      this.calls.list(accountId, { sourceId: { kind: 'job', id }, isDemo: false }, MAX_CALLS + 1),
    ]);
    if (calls.length === 0)
      throw notFound(
        'CALL_NOT_FOUND',
        'No calls found for a job with this number. Check the number, or look for the customer with customer_brief.',
      );
    const callIds = calls.map((call) => call.id);
    const [customers, { followUps }] = await Promise.all([
      this.customers.listByCalls(accountId, calls),
      this.followUps.list(accountId, { callIds }, MAX_FETCHED_FOLLOW_UPS),
    ]);
    const followUpIds = followUps.map((followUp) => followUp.id);
    const notes = await this.customers.listNotes(accountId, { followUpIds }, MAX_NOTES);
    return this.buildBrief(accountId, { timeZone, customers, calls, followUps, notes });
  }

  private async buildBrief(
    accountId: string,
    facts: Omit<BriefFacts, 'ambiguity' | 'messages' | 'hasMoreCalls'>,
  ): Promise<Brief> {
    const calls = facts.calls.slice(0, MAX_CALLS);
    const callIds = calls.map(({ id }) => id);
    const waitingFollowUps = facts.followUps.filter(({ state }) => isWaiting(state));
    const followUps = [...new Set([...waitingFollowUps, ...facts.followUps])].slice(0, MAX_FOLLOW_UPS);
    const messages = await this.messages.listLatest(accountId, callIds, MAX_MESSAGES);
    return renderBrief(
      { ...facts, ambiguity: null, calls, hasMoreCalls: facts.calls.length > MAX_CALLS, followUps, messages },
      this.config,
    );
  }
}
