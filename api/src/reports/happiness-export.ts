import { CALL_DIRECTION_NAMES } from '@ringwell/domain/calls/call';
import { topicName } from '@ringwell/domain/calls/topic';
import type { Period } from '@ringwell/domain/weekly-letters/report-period';
import { formatSpreadsheet, type SpreadsheetRow } from '@ringwell/platform/spreadsheet';

import type { CallbacksDto, HappinessDto, HappinessFiguresDto } from './dto/happiness.dto';

const COLUMNS = [
  'Section',
  'Name',
  'From',
  'To',
  'Score',
  'Low',
  'High',
  'Judged Calls',
  'Positive',
  'Neutral',
  'Negative',
  'Needs a Listen',
  'Customers or Minutes',
];
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export const EXAMPLE_HAPPINESS_TABLE =
  `${COLUMNS.join(',')}\r\n` +
  'Total,,2026-03-01,2026-03-31,41,25,56,100,60,21,19,4,\r\n' +
  'Agent,Paul Ruiz,2026-03-01,2026-03-31,,,,8,6,1,1,0,\r\n' +
  'Callbacks,On time,2026-03-01,2026-03-31,,,,,,,,,20\r\n';

const CALLBACK_NAMES = {
  customers: 'Unhappy customers',
  inTime: 'On time',
  late: 'Late',
  waiting: 'Not yet',
  never: 'Never',
  medianMinutes: 'Median minutes',
  recovered: 'Recovered',
} as const satisfies Partial<Record<keyof CallbacksDto, string>>;

/** Returns one row per figure, in report order. The score is empty if there are too few calls. */
export function happinessTable(report: HappinessDto): Promise<string> {
  return formatSpreadsheet(COLUMNS, reportRows(report));
}

function reportRows(report: HappinessDto): SpreadsheetRow[] {
  const { from, to, total, before, trend, directions, hours, agents, topics, callbacks } = report;
  const periodRow = (section: string, name: string, figures: HappinessFiguresDto): SpreadsheetRow =>
    figuresRow(section, name, { from, to, ...figures });
  return [
    ...filterRows(report),
    periodRow('Total', '', total),
    figuresRow('Previous total', '', before),
    ...trend.map((step) => figuresRow('Trend', '', step)),
    ...trend.map((step) => figuresRow('Previous trend', '', step.before)),
    ...directions.map((direction) => periodRow('Direction', CALL_DIRECTION_NAMES[direction.direction], direction)),
    ...hours.map((hour) => periodRow('Hour', `${WEEKDAYS[hour.weekday - 1]} ${hour.hour}:00`, hour)),
    ...agents.map((agent) => periodRow('Agent', agent.agentName, agent)),
    ...topics.map((topic) => periodRow('Topic', topicName(topic.topic), topic)),
    ...callbackRows(callbacks, { from, to }),
  ];
}

function figuresRow(
  section: string,
  name: string,
  figures: HappinessFiguresDto & { from: string; to: string },
): SpreadsheetRow {
  const { from, to, score, low, high, judged, positive, neutral, negative, needsReview } = figures;
  return [section, name, from, to, score, low, high, judged, positive, neutral, negative, needsReview, null];
}

// Returns rows that name the filters, because filtered numbers don't cover all calls.
function filterRows({ from, to, direction, agent, agents }: HappinessDto): SpreadsheetRow[] {
  // The report may list the agent under another name for the same person.
  const agentName = agent && (agents[0]?.agentName ?? agent);
  const name = [direction && CALL_DIRECTION_NAMES[direction], agentName].filter(Boolean).join(', ');
  return name === '' ? [] : [['Filter', name, from, to, ...Array<null>(COLUMNS.length - 4).fill(null)]];
}

function callbackRows(callbacks: CallbacksDto, { from, to }: Period): SpreadsheetRow[] {
  const blanks = Array<null>(COLUMNS.length - 5).fill(null);
  return (Object.keys(CALLBACK_NAMES) as (keyof typeof CALLBACK_NAMES)[]).map((each) => [
    'Callbacks',
    CALLBACK_NAMES[each],
    from,
    to,
    ...blanks,
    callbacks[each],
  ]);
}
