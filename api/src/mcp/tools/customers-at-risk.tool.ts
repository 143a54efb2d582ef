import { Inject, Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import { z } from 'zod';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { CUSTOMER_RISK_NAMES } from '@ringwell/domain/customers/customer';
import { formatPhone } from '@ringwell/domain/customers/phone';
import { CONFIG } from '@ringwell/platform/config/config.module';
import { getPublicUrl } from '@ringwell/platform/config/public-url';
import type { Config } from '@ringwell/platform/config/settings';

import { CustomersService, type ShownCustomer } from '../../customers/customers.service';
import { onOneLine } from '../call-text-fence';
import { McpTool, type ToolCaller, type ToolResult } from '../mcp-tool';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 25;

const INPUT = z.object({
  cursor: z.string().optional().describe('nextCursor of the previous page.'),
  limit: z.int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT).describe('Customers per page.'),
});

const DATA = z.object({
  customers: z.array(
    z.object({
      id: z.string(),
      link: z.string().describe('The page of the customer.'),
      name: z.string().nullable(),
      phones: z.array(z.string()),
      lastCall: z.string().nullable().describe('ISO 8601, in the time zone of the account.'),
      calls: z.number().describe('Number of calls in the last 90 days.'),
      label: z.string().nullable().describe('Label of the latest call.'),
      risks: z.array(z.string()).describe('Why the company may lose the customer.'),
      followUpId: z.string().nullable().describe('The waiting follow-up, for take_follow_up.'),
    }),
  ),
  nextCursor: z.string().nullable().describe('Send it as cursor to get the next page. Null on the last page.'),
});

type Data = z.input<typeof DATA>;

@Injectable()
export class CustomersAtRiskTool extends McpTool<typeof INPUT, typeof DATA> {
  readonly name = 'customers_at_risk';
  readonly title = 'Customers at risk';
  readonly description =
    'Customers whom the company may lose, and why: unhappy more than once, many calls in a week, a promise overdue, ' +
    'or happy before and unhappy now. Use it for questions about whom to call first, or who may leave.';
  readonly isReadOnly = true;
  readonly inputSchema = INPUT;
  readonly outputSchema = DATA;

  constructor(
    private readonly customers: CustomersService,
    private readonly accounts: AccountsRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async run(
    { cursor, limit }: z.output<typeof INPUT>,
    { principal: { accountId } }: ToolCaller,
  ): Promise<ToolResult<Data>> {
    const [{ customers, nextCursor }, timeZone] = await Promise.all([
      this.customers.listAtRisk(accountId, limit, cursor),
      this.accounts.findTimeZone(accountId),
    ]);
    const shown = customers.map((customer) => this.shown(customer, timeZone));
    return {
      heading: headingOf(shown.length, nextCursor),
      callText: shown.map(textOf).join('\n\n'),
      data: { customers: shown, nextCursor },
    };
  }

  private shown(customer: ShownCustomer, timeZone: string): Data['customers'][number] {
    const { id, name, phones, lastCalledAt, recentCalls, label, risks, followUpId } = customer;
    return {
      id,
      link: `${getPublicUrl(this.config)}/customers/${id}`,
      name: name && onOneLine(name),
      phones,
      lastCall: lastCalledAt && DateTime.fromISO(lastCalledAt).setZone(timeZone).toISO({ suppressMilliseconds: true }),
      calls: recentCalls,
      label,
      risks: risks.map(({ kind }) => CUSTOMER_RISK_NAMES[kind]),
      followUpId,
    };
  }
}

function headingOf(count: number, nextCursor: string | null): string {
  if (count === 0) return 'No customers are at risk.';
  const found = `${count} ${count === 1 ? 'customer is' : 'customers are'} at risk.`;
  return nextCursor === null ? `${found} There are no more.` : `${found} For more, send cursor "${nextCursor}".`;
}

function textOf({ id, link, name, phones, calls, risks, followUpId }: Data['customers'][number]): string {
  const who = [name, ...phones.map(formatPhone)].filter(Boolean).join(', ') || 'Unknown customer';
  const follow = followUpId === null ? '' : ` | follow-up ${followUpId}`;
  return onOneLine(`${who} | ${risks.join('; ')} | ${calls} calls in 90 days${follow}`) + `\nid ${id}, ${link}`;
}
