export interface SetupRow {
  resource: string;
  outcome: 'found' | 'created' | 'updated' | 'skipped';
  id?: string;
  note?: string;
}

export interface SetupReport {
  rows: SetupRow[];
  /** Signing secret of the webhook endpoint; Stripe returns it only on creation. */
  webhookSecret?: string;
}

export function formatSetupReport({ rows, webhookSecret }: SetupReport): string {
  const width = (cells: string[]): number => Math.max(...cells.map(({ length }) => length));
  const [resourceWidth, outcomeWidth] = [
    width(rows.map(({ resource }) => resource)),
    width(rows.map(({ outcome }) => outcome)),
  ];
  const lines = rows.flatMap(({ resource, outcome, id = '', note }) => [
    `${resource.padEnd(resourceWidth)}  ${outcome.padEnd(outcomeWidth)}  ${id}`.trimEnd(),
    ...(note === undefined ? [] : [`${''.padEnd(resourceWidth)}  ${note}`]),
  ]);
  if (webhookSecret !== undefined) {
    lines.push(
      '',
      'Signing secret of the webhook endpoint, shown only once. Add it to the settings of the API and restart it:',
      `STRIPE_WEBHOOK_SECRET=${webhookSecret}`,
    );
  }
  return lines.join('\n');
}
