import type { FailedMeterEvent, MeteredAccount } from '@ringwell/database/billing/metering-report.repository';
import { plural } from '@ringwell/domain/text/plural';

/** A month in UTC; `until` is exclusive. */
export interface ReportMonth {
  name: string;
  from: Date;
  until: Date;
}

export interface ReportedAccount extends MeteredAccount {
  /** Undefined if Stripe wasn't queried. */
  stripeMinutes?: number;
}

const MONTH_PATTERN = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** @param name such as `2026-11` */
export function parseReportMonth(name: string): ReportMonth | undefined {
  const [, year, month] = MONTH_PATTERN.exec(name) ?? [];
  if (year === undefined) return undefined;
  const [from, until] = [0, 1].map((offset) => new Date(Date.UTC(Number(year), Number(month) - 1 + offset, 1))) as [
    Date,
    Date,
  ];
  return { name, from, until };
}

/**
 * Differences between the sources, one sentence each. Pending and abandoned reports may have reached Stripe, so either
 * total is accepted there.
 */
export function listDifferences({
  recorded,
  settled,
  ledgers,
  sent,
  pending,
  failed,
  stripeMinutes,
}: ReportedAccount): string[] {
  const reported = sent + pending + failed;
  const isComplete = stripeMinutes !== undefined && stripeMinutes === reported;
  const differences: string[] = [];
  // Each ledger may carry over up to a minute from the previous month or into the next.
  if (ledgers > 0 && settled - reported >= ledgers)
    differences.push(`${(settled - reported).toFixed(2)} minutes were recorded but not reported.`);
  if (ledgers > 0 && reported - recorded >= ledgers)
    differences.push(`${(reported - recorded).toFixed(2)} minutes were reported but not recorded.`);
  if (failed > 0 && !isComplete)
    differences.push(`${plural(failed, 'minute')} ${failed === 1 ? 'was' : 'were'} abandoned; see below.`);
  if (stripeMinutes !== undefined && stripeMinutes < sent)
    differences.push(
      `Stripe's meter is missing ${plural(sent - stripeMinutes, 'minute')}. It updates with a delay; check again in a few minutes.`,
    );
  if (stripeMinutes !== undefined && stripeMinutes > reported)
    differences.push(`Stripe's meter has ${plural(stripeMinutes - reported, 'minute')} more than we sent.`);
  return differences;
}

export function formatUsageReport(
  { name }: ReportMonth,
  accounts: readonly ReportedAccount[],
  failedEvents: readonly FailedMeterEvent[],
): string {
  if (accounts.length === 0) return `No account had metered usage in ${name}.`;
  const head = ['account', 'recorded', 'sent', 'pending', 'failed', 'Stripe', ''];
  const table = accounts.map((account) => [
    account.email ?? account.accountId ?? `deleted (${account.customerIds.join(', ')})`,
    account.recorded.toFixed(2),
    String(account.sent),
    String(account.pending),
    String(account.failed),
    String(account.stripeMinutes ?? '-'),
    listDifferences(account).length > 0 ? 'DIFFERS' : '',
  ]);
  const widths = head.map((_title, column) => Math.max(...[head, ...table].map((cells) => cells[column]?.length ?? 0)));
  const formatLine = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 || column === head.length - 1 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd();
  const lines = accounts.flatMap((account, index) => [
    formatLine(table[index] ?? []),
    ...listDifferences(account).map((sentence) => `  ${sentence}`),
  ]);
  return [`Minutes in ${name} (UTC)`, '', formatLine(head), ...lines, ...listFailedLines(failedEvents)].join('\n');
}

function listFailedLines(failedEvents: readonly FailedMeterEvent[]): string[] {
  if (failedEvents.length === 0) return [];
  return [
    '',
    'Abandoned:',
    ...failedEvents.map(({ id, email, customerId, minutes, usedAt, errorMessage }) =>
      `${id}  ${email ?? 'deleted'}, ${customerId}: ${plural(minutes, 'minute')} used at ${usedAt.toISOString()}. ${errorMessage ?? ''}`.trimEnd(),
    ),
  ];
}
