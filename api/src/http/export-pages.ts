import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

import type { Response } from 'express';

import { createSpreadsheetTable } from '@ringwell/platform/spreadsheet';

import { explainTimeout } from './problems/search-too-slow';
import { streamResponse } from './stream-response';

export const MAX_EXPORTED_ENTRIES = 50_000;

/** A column's title, and its cell in an entry's row. */
export type ExportColumn<T> = [title: string, cell: (entry: T) => string | number | null];

/** Returns an export with one row, for the API's description. */
export function exampleExport(getColumns: (timeZone: string) => ExportColumn<never>[], row: string): string {
  const titles = getColumns('America/New_York').map(([title]) => title);
  return `${titles.join(',')}\r\n${row}\r\n`;
}

/**
 * Sends the first `MAX_EXPORTED_ENTRIES` entries of a list as a CSV file with today's date in its name.
 * @param listPage returns the entries after the one with the id `after`
 * @throws AppError `SEARCH_TOO_SLOW`
 */
export async function exportPages<T extends { id: string }>(
  response: Response,
  baseName: string,
  columns: readonly ExportColumn<T>[],
  listPage: (limit: number, after?: string) => Promise<T[]>,
): Promise<void> {
  const listNext = (limit: number, last?: T): Promise<T[]> => listPage(limit, last?.id);
  const toRow = (entry: T): unknown[] => columns.map(([, cell]) => cell(entry));
  const rows = await readPages(listNext, toRow, { maxEntries: MAX_EXPORTED_ENTRIES }).catch(explainTimeout);
  response.attachment(`${baseName}-${new Date().toISOString().slice(0, 10)}.csv`);
  await streamResponse(response, rows, createSpreadsheetTable(columns.map(([title]) => title)));
}

/**
 * Reads a list in pages, so memory use doesn't grow with its length. Returns once the first page is read, so the status
 * can still be changed if the database fails.
 * @param listPage returns the entries after `last`
 */
export async function readPages<T>(
  listPage: (limit: number, last?: T) => Promise<T[]>,
  toRow: (entry: T) => unknown,
  { pageSize = 500, maxEntries = Infinity } = {},
): Promise<Readable> {
  const firstPage = await listPage(pageSize);
  return Readable.from(rows());

  async function* rows(): AsyncGenerator<unknown> {
    let page = firstPage;
    for (let exportedCount = page.length; page.length > 0; exportedCount += page.length) {
      yield* page.map(toRow);
      await setImmediate(); // let other requests run
      if (page.length < pageSize || exportedCount >= maxEntries) return;
      page = await listPage(pageSize, page.at(-1));
    }
  }
}
