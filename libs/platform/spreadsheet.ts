import { stringify, type Stringifier } from 'csv-stringify';
import { DateTime } from 'luxon';

// In many countries, spreadsheet apps expect semicolons between cells, and some trim cells, so a formula in the middle
// of a string, or after spaces, can start a cell. Quoting the cell doesn't help: these apps still split it at line
// breaks.
const EMBEDDED_FORMULA = /(?=[=+\-@＝＋－＠])(?<=^\s+|[;\t\n\r]\s*)/g;

export type SpreadsheetRow = (string | number | null)[];

/** Formats a table as a CSV file that spreadsheet apps open without an import dialog. */
export function createSpreadsheetTable(columns: readonly string[]): Stringifier {
  return stringify({
    bom: true, // makes Excel read the file as UTF-8
    header: true,
    columns: [...columns],
    escape_formulas: true, // names and text come from users
    cast: { string: (text) => text.replace(EMBEDDED_FORMULA, "'") },
    record_delimiter: 'windows',
    // Quotes cells with a bare LF or CR, too; the library only does so by default without a record delimiter.
    quote_record_delimiter: true,
  });
}

/** Formats all rows of a short table at once. */
export async function formatSpreadsheet(columns: readonly string[], rows: readonly SpreadsheetRow[]): Promise<string> {
  const table = createSpreadsheetTable(columns);
  for (const row of rows) table.write(row);
  table.end();
  let text = '';
  for await (const chunk of table) text += String(chunk);
  return text;
}

/** Formats a time as `2026-03-31 14:05:00`, which spreadsheets recognize as a date and time. */
export function formatSpreadsheetTime(date: Date, zone: string): string {
  return DateTime.fromJSDate(date, { zone }).toFormat('yyyy-MM-dd HH:mm:ss');
}
