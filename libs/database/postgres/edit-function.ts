import type { QueryRunner } from 'typeorm';

/** A text in a function, and its replacement wherever it occurs. */
export type FunctionEdit = readonly [from: string, to: string];

/** Adds code after a text. */
export const after = (from: string, added: string): FunctionEdit => [from, `${from}${added}`];

/** Adds an item to a list, before its closing parenthesis. */
export const within = (from: string, added: string): FunctionEdit => [from, `${from.slice(0, -1)}${added})`];

export const undo = (edits: readonly FunctionEdit[]): FunctionEdit[] => edits.map(([from, to]) => [to, from]);

/** Edits a function in PostgreSQL. Safe to repeat. @throws Error if the function contains neither the old nor the new texts */
export async function editFunction(runner: QueryRunner, name: string, edits: readonly FunctionEdit[]): Promise<void> {
  const [found] = (await runner.query('select pg_get_functiondef($1::regproc) as sql', [name])) as { sql: string }[];
  const sql = found?.sql ?? '';
  const isAddition = edits.every(([from, to]) => to.includes(from));
  const edited = edits.reduce(
    (text, [from, to]) => (isAddition && text.includes(to) ? text : text.replaceAll(from, () => to)),
    sql,
  );
  if (!edits.some(([, to]) => edited.includes(to))) throw new Error(`The function ${name} is not the expected one.`);
  if (edited !== sql) await runner.query(edited);
}
