import { Injectable } from '@nestjs/common';
import { z } from 'zod';

import { formatDollars } from '@ringwell/domain/calls/booking-fact';
import { describeRate, MIN_LEADS } from '@ringwell/domain/calls/booking-rate';
import { RECOUNTING_NOTE } from '@ringwell/domain/calls/happiness';
import { toOneLine } from '@ringwell/domain/text/plain-text';
import { plural } from '@ringwell/domain/text/plural';

import { BookingsService, type BookingsReportView } from '../../reports/bookings/bookings.service';
import { McpTool, type ToolCaller, type ToolResult } from '../mcp-tool';
import { PERIOD_SCHEMA } from '../report-period';

const MAX_NAMES = 50;

const FIGURE_FIELDS = {
  leads: z.number().describe('Calls with a chance of new work.'),
  booked: z.number(),
  undecided: z.number().describe('Not booked: still deciding.'),
  unreached: z.number().describe('Not booked: not reached.'),
  otherReason: z.number().describe('Not booked for another reason.'),
  rate: z
    .number()
    .nullable()
    .describe(`Percentage of leads that were booked. Null with fewer than ${MIN_LEADS} leads.`),
  low: z.number().nullable().describe('The rate is between low and high with 95% confidence.'),
  high: z.number().nullable(),
  confirmed: z.number().describe('Leads with a job in ServiceTitan.'),
};

const RATE_FIELDS = {
  count: z.number().describe('Number of calls in the share.'),
  others: z.number().describe('Number of calls outside the share.'),
  rate: z.number().nullable().describe(`The share in percent. Null with fewer than ${MIN_LEADS} calls.`),
  low: z.number().nullable(),
  high: z.number().nullable(),
};

const OUTPUT_SCHEMA = z.object({
  from: z.string(),
  to: z.string(),
  ...FIGURE_FIELDS,
  notALead: z.number().describe('Number of calls that were not leads. They do not count toward the rate.'),
  before: z
    .object({ from: z.string(), to: z.string(), ...FIGURE_FIELDS })
    .describe(
      'Previous period of the same length. For a month or its first weeks, the same days of the previous month.',
    ),
  isClearChange: z.boolean().nullable().describe('Whether the change is probably not chance. Null without a rate.'),
  wonLeads: z
    .object({
      opened: z.number().describe('Number of leads to win back.'),
      waiting: z.number().describe('Number of leads still waiting for a callback.'),
      won: z.number(),
      broughtCents: z.number().describe('Known value of the leads that were won, in US cents.'),
      estimated: z
        .number()
        .describe('Number of won leads valued as an average job because their own value is unknown.'),
    })
    .describe('Leads to win back because they were not booked.'),
  reached: z.object(RATE_FIELDS).describe('Share of the outbound calls that reached a person.'),
  agents: z.array(
    z.object({
      agentName: z.string(),
      ...FIGURE_FIELDS,
      asked: z.object(RATE_FIELDS).describe('Share of the unbooked calls in which the agent asked for the booking.'),
    }),
  ),
  withoutAgent: z.object({ leads: z.number(), booked: z.number() }).describe('Leads with no agent or a hidden one.'),
  campaigns: z.array(z.object({ campaign: z.string(), ...FIGURE_FIELDS })),
  hours: z.array(z.object({ hour: z.number().describe('9 for 9:00 to 9:59.'), ...FIGURE_FIELDS })),
});

type Data = z.input<typeof OUTPUT_SCHEMA>;

@Injectable()
export class BookingsTool extends McpTool<typeof PERIOD_SCHEMA, typeof OUTPUT_SCHEMA> {
  readonly name = 'bookings';
  readonly title = 'Lead booking rate';
  readonly description =
    'Lead booking rate over a period, compared with the previous period: rate, reasons why leads were not booked, ' +
    `the ${MAX_NAMES} agents and campaigns with the most leads, and hours of the day. Use it for questions about bookings, ` +
    'leads, or lost work.';
  readonly isReadOnly = true;
  readonly inputSchema = PERIOD_SCHEMA;
  readonly outputSchema = OUTPUT_SCHEMA;

  constructor(private readonly bookings: BookingsService) {
    super();
  }

  async run(
    { from, to }: z.output<typeof PERIOD_SCHEMA>,
    { principal: { accountId } }: ToolCaller,
  ): Promise<ToolResult<typeof OUTPUT_SCHEMA>> {
    const report = await this.bookings.report(accountId, { from, to, by: 'week' });
    const agents = report.agents
      .slice(0, MAX_NAMES)
      .map((each) => ({ agentName: toOneLine(each.agentName), ...pickFigures(each), asked: each.asked }));
    const otherAgents = subtract(report.agents.slice(0, MAX_NAMES), report.agents);
    const withoutAgent = subtract(report.agents, [report.total]);
    const parts = [
      ...agents.map((each) => ({ label: `Agent ${each.agentName}`, ...each })),
      { label: 'Other agents', ...otherAgents },
      { label: 'No agent', ...withoutAgent },
    ];
    return {
      timeZone: report.timeZone,
      heading: formatHeading(report) + (report.isRecounting ? ` ${RECOUNTING_NOTE}` : ''),
      callText: parts
        .filter(({ leads }) => leads > 0)
        .map(({ label, ...counts }) => `${label}: ${describeCounts(counts)}`)
        .join('\n'),
      data: {
        from: report.from,
        to: report.to,
        ...pickFigures(report.total),
        notALead: report.total.notALead,
        before: { from: report.before.from, to: report.before.to, ...pickFigures(report.before) },
        wonLeads: report.wonLeads,
        reached: report.reached,
        isClearChange: report.change && report.change.isClear,
        agents,
        withoutAgent,
        campaigns: report.campaigns
          .slice(0, MAX_NAMES)
          .map((each) => ({ campaign: toOneLine(each.campaign), ...pickFigures(each) })),
        hours: report.hours.map((each) => ({ hour: each.hour, ...pickFigures(each) })),
      },
    };
  }
}

type Figures = Pick<Data, keyof typeof FIGURE_FIELDS>;
type Counts = Pick<Figures, 'leads' | 'booked'>;
type Rate = Data['reached'];

function pickFigures(figures: Figures): Figures {
  const { leads, booked, undecided, unreached, otherReason, rate, low, high, confirmed } = figures;
  return { leads, booked, undecided, unreached, otherReason, rate, low, high, confirmed };
}

function formatHeading({ from, to, total, before, change, wonLeads, reached }: BookingsReportView): string {
  const { leads, undecided, unreached, otherReason, rate, low, high, confirmed } = total;
  const reasons = `Not booked: ${undecided} still deciding, ${unreached} not reached, ${otherReason} for another reason.`;
  const jobs = confirmed === 0 ? '' : ` Leads with a job in ServiceTitan: ${confirmed}.`;
  const { opened, won, broughtCents } = wonLeads;
  const revenue = broughtCents === 0 ? '' : `, and brought in ${formatDollars(broughtCents)}`;
  const reachedText =
    reached.rate === null
      ? ''
      : ` ${reached.rate}% of ${reached.count + reached.others} outbound calls reached a person.`;
  const resultText =
    opened === 0 ? reachedText : `${reachedText} Leads to win back: ${won} of ${opened} won${revenue}.`;
  if (rate === null)
    return `From ${from} to ${to}: ${describeCounts(total)}, too few for a rate. ${reasons}${jobs}${resultText}`;
  const previousRate = before.rate === null ? '' : ` (${before.rate}%)`;
  const rateText = describeRate({ rate, leads }, change, `in the previous period${previousRate}`);
  return `From ${from} to ${to}, ${rateText}; the rate is between ${low}% and ${high}%. ${reasons}${jobs}${resultText}`;
}

// Subtracts these parts from the total.
function subtract(parts: readonly Counts[], totals: readonly Counts[]): Counts {
  const countRemaining = (count: keyof Counts): number =>
    [...totals.map((each) => each[count]), ...parts.map((part) => -part[count])].reduce((sum, each) => sum + each, 0);
  return { leads: countRemaining('leads'), booked: countRemaining('booked') };
}

function describeCounts({ leads, booked, asked }: Counts & { asked?: Rate }): string {
  const hasAskedRate = asked && asked.rate !== null;
  const askedText = hasAskedRate ? `, asked in ${asked.count} of ${asked.count + asked.others} unbooked calls` : '';
  return `${booked} of ${plural(leads, 'lead')} booked${askedText}`;
}
