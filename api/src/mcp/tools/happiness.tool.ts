import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';

import { RECOUNTING_NOTE } from '@ringwell/domain/calls/happiness';
import { topicName } from '@ringwell/domain/calls/topic';
import { toOneLine } from '@ringwell/domain/text/plain-text';
import { plural } from '@ringwell/domain/text/plural';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { HappinessService, type HappinessReportView } from '../../reports/happiness.service';
import { callLink } from '../call-data';
import { McpTool, type ToolCaller, type ToolResult } from '../mcp-tool';
import { PERIOD_SCHEMA } from '../report-period';

const MAX_NAMES = 50;

const FIGURE_FIELDS = {
  positive: z.number(),
  neutral: z.number(),
  negative: z.number(),
  score: z
    .number()
    .nullable()
    .describe(
      'Percentage of happy calls minus percentage of unhappy calls, -100 to 100. Null with fewer than 10 calls.',
    ),
};

const OUTPUT_SCHEMA = z.object({
  from: z.string(),
  to: z.string(),
  ...FIGURE_FIELDS,
  low: z.number().nullable().describe('The score is between low and high with 95% confidence.'),
  high: z.number().nullable(),
  needsReview: z
    .number()
    .describe('Number of calls that a person has to listen to first. They do not affect the score.'),
  before: z
    .object({ from: z.string(), to: z.string(), ...FIGURE_FIELDS })
    .describe(
      'Previous period of the same length. For a month or its first weeks, the same days of the previous month.',
    ),
  isClearChange: z.boolean().nullable().describe('Whether the change is probably not chance. Null without a score.'),
  topics: z.array(z.object({ topic: z.string(), ...FIGURE_FIELDS })).describe('Topics of the calls.'),
  agents: z.array(z.object({ agentName: z.string(), ...FIGURE_FIELDS })).describe(`The ${MAX_NAMES} busiest.`),
  callbacks: z
    .object({
      customers: z.number().describe('Number of unhappy customers to call back.'),
      inTime: z.number(),
      late: z.number(),
      waiting: z.number(),
      never: z.number(),
      medianMinutes: z.number().nullable().describe('Median elapsed time until the callback.'),
      recovered: z.number().describe('Number of customers who are happy again after the callback.'),
    })
    .describe('Callbacks to unhappy customers.'),
  moments: z
    .array(z.object({ label: z.string(), callId: z.string(), link: z.string(), quotedWords: z.string() }))
    .describe('Quotes from the happiest and unhappiest customers.'),
});

type Data = z.input<typeof OUTPUT_SCHEMA>;

@Injectable()
export class HappinessTool extends McpTool<typeof PERIOD_SCHEMA, typeof OUTPUT_SCHEMA> {
  readonly name = 'happiness';
  readonly title = 'Customer happiness';
  readonly description =
    'Customer happiness over a period, compared with the previous period: score, counts, topics, agents, quotes, and ' +
    'callbacks to unhappy customers. Use it for questions about trends, callbacks, what customers complain about or ' +
    'praise, or which team member has the happiest or unhappiest calls.';
  readonly isReadOnly = true;
  readonly inputSchema = PERIOD_SCHEMA;
  readonly outputSchema = OUTPUT_SCHEMA;

  constructor(
    private readonly happiness: HappinessService,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async run(
    { from, to }: z.output<typeof PERIOD_SCHEMA>,
    { principal: { accountId } }: ToolCaller,
  ): Promise<ToolResult<typeof OUTPUT_SCHEMA>> {
    const report = await this.happiness.report(accountId, { from, to, by: 'week' });
    const data = this.buildData(report);
    const note = report.isRecounting ? ` ${RECOUNTING_NOTE}` : '';
    return { timeZone: report.timeZone, heading: formatHeading(data) + note, callText: formatCallText(data), data };
  }

  private buildData(report: HappinessReportView): Data {
    const { from, to, total, before, change, topics, agents, callbacks, moments } = report;
    const { recoveredPercent: _percent, ...counts } = callbacks;
    return {
      from,
      to,
      ...pickFigures(total),
      low: total.low,
      high: total.high,
      needsReview: total.needsReview,
      before: { from: before.from, to: before.to, ...pickFigures(before) },
      isClearChange: change && change.isClear,
      topics: topics.map((each) => ({ topic: topicName(each.topic), ...pickFigures(each) })),
      agents: agents
        .slice(0, MAX_NAMES)
        .map((each) => ({ agentName: toOneLine(each.agentName), ...pickFigures(each) })),
      callbacks: counts,
      moments: moments.map(({ sentiment, callId, startMs, quote }) => ({
        label: sentiment,
        callId,
        link: callLink(this.config, callId, startMs / 1_000),
        quotedWords: toOneLine(quote),
      })),
    };
  }
}

type Figures = Pick<Data, 'positive' | 'neutral' | 'negative' | 'score'>;

function pickFigures({ positive, neutral, negative, score }: Figures): Figures {
  return { positive, neutral, negative, score };
}

function formatHeading({
  from,
  to,
  score,
  low,
  high,
  before,
  isClearChange,
  needsReview,
  callbacks,
  ...counts
}: Data): string {
  const judgedCount = counts.positive + counts.neutral + counts.negative;
  const period = `From ${from} to ${to}: ${describeCounts(counts)}`;
  const reviewText = needsReview > 0 ? ` ${needsReview} more ${needsReview === 1 ? 'needs' : 'need'} a listen.` : '';
  const callbackText = describeCallbacks(callbacks);
  if (score === null)
    return `${period}.${reviewText} ${plural(judgedCount, 'judged call')}: too few for a score.${callbackText}`;
  const scoreText = `happiness ${formatSigned(score)} (95% confidence interval: ${formatSigned(low ?? score)} to ${formatSigned(high ?? score)})`;
  const changeText =
    before.score === null
      ? 'The previous period had too few calls for a score.'
      : `The previous period scored ${formatSigned(before.score)}${isClearChange ? '' : '; the difference may be due to chance'}.`;
  return `${period}, ${scoreText}.${reviewText} ${changeText}${callbackText}`;
}

function describeCallbacks({
  customers,
  inTime,
  late,
  waiting,
  never,
  recovered,
  medianMinutes,
}: Data['callbacks']): string {
  if (customers === 0) return '';
  const median = medianMinutes === null ? '' : `, median ${plural(medianMinutes, 'minute')}`;
  return (
    ` Of ${plural(customers, 'unhappy customer')} to call back, ${inTime} ${inTime === 1 ? 'was' : 'were'} called back on time, ${late} late, ` +
    `${waiting} not yet, ${never} never${median}; ${recovered} recovered.`
  );
}

function formatCallText({ topics, agents, moments }: Data): string {
  return [
    ...topics.map(({ topic, ...figures }) => `Topic ${topic}: ${describeCounts(figures)}`),
    ...agents.map(({ agentName, ...figures }) => `Agent ${agentName}: ${describeCounts(figures)}`),
    ...moments.map(({ label, quotedWords, link }) => `${label}: "${quotedWords}" ${link}`),
  ].join('\n');
}

function describeCounts({ positive, neutral, negative }: Omit<Figures, 'score'>): string {
  return `${positive} positive, ${neutral} neutral, ${negative} negative`;
}

function formatSigned(score: number): string {
  return score > 0 ? `+${Math.round(score)}` : String(Math.round(score));
}
