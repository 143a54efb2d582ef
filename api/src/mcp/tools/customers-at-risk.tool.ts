import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { CustomersService } from '../../customers/customers.service';
import { customerText, CUSTOMER_SCHEMA, toCustomerData } from '../customer-data';
import { McpTool, type ToolCaller, type ToolResult } from '../mcp-tool';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 25;

const INPUT_SCHEMA = z.object({
  cursor: z.string().optional().describe('nextCursor of the previous page.'),
  limit: z.int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT).describe('Customers per page.'),
});

const OUTPUT_SCHEMA = z.object({
  customers: z.array(CUSTOMER_SCHEMA),
  nextCursor: z.string().nullable().describe('Send this value as cursor to get the next page. Null on the last page.'),
});

@Injectable()
export class CustomersAtRiskTool extends McpTool<typeof INPUT_SCHEMA, typeof OUTPUT_SCHEMA> {
  readonly name = 'customers_at_risk';
  readonly title = 'Customers at risk';
  readonly description =
    'Customers the company may lose, with reasons: they were unhappy more than once, were unhappy and called many ' +
    'times in a week, are waiting on an overdue promise, or used to be happy but are now unhappy. Use it for ' +
    'questions about which customers may leave.';
  readonly isReadOnly = true;
  readonly inputSchema = INPUT_SCHEMA;
  readonly outputSchema = OUTPUT_SCHEMA;

  constructor(
    private readonly customers: CustomersService,
    private readonly accounts: AccountsRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async run(
    { cursor, limit }: z.output<typeof INPUT_SCHEMA>,
    { principal: { accountId } }: ToolCaller,
  ): Promise<ToolResult<typeof OUTPUT_SCHEMA>> {
    const [{ customers, nextCursor }, timeZone] = await Promise.all([
      this.customers.listAtRisk(accountId, limit, cursor),
      this.accounts.findTimeZone(accountId),
    ]);
    const data = customers.map((customer) => toCustomerData(customer, timeZone, this.config));
    return {
      timeZone,
      heading: formatHeading(data.length, nextCursor),
      callText: data.map(customerText).join('\n\n'),
      data: { customers: data, nextCursor },
    };
  }
}

function formatHeading(count: number, nextCursor: string | null): string {
  if (count === 0) return 'No customers are at risk.';
  const countText = `${count} ${count === 1 ? 'customer is' : 'customers are'} at risk`;
  return nextCursor === null
    ? `${countText}. There are no more.`
    : `${countText} on this page. To get the next page, send cursor "${nextCursor}".`;
}
