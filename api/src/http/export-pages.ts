import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

import type { Stringifier } from 'csv-stringify';
import type { Response } from 'express';

import { explainTimeout } from './problems/search-too-slow';
import { streamResponse } from './stream-response';

export const MAX_EXPORTED_ENTRIES = 50_000;
const PAGE_SIZE = 500;

/**
 * Sends the first `MAX_EXPORTED_ENTRIES` entries of a list as a CSV file with today's date in its name.
 * @param listPage returns the entries after the one with the id `after`
 * @throws AppError `SEARCH_TOO_SLOW`
 */
export async function exportPages<T extends { id: string }>(
  response: Response,
  baseName: string,
  listPage: (limit: number, after?: string) => Promise<T[]>,
  toRow: (entry: T) => unknown[],
  table: Stringifier,
): Promise<void> {
  const firstPage = await listPage(PAGE_SIZE).catch(explainTimeout); // the status can still be changed here if the database fails
  response.attachment(`${baseName}-${new Date().toISOString().slice(0, 10)}.csv`);
  await streamResponse(response, Readable.from(rows()), table);

  async function* rows(): AsyncGenerator<unknown[]> {
    let page = firstPage;
    for (let exportedCount = page.length; page.length > 0; exportedCount += page.length) {
      yield* page.map(toRow);
      await setImmediate(); // let other requests run
      if (page.length < PAGE_SIZE || exportedCount >= MAX_EXPORTED_ENTRIES) return;
      page = await listPage(PAGE_SIZE, page.at(-1)?.id);
    }
  }
}
