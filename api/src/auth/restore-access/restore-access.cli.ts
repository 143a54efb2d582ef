import 'reflect-metadata';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';

import { invalid, type AppError } from '@ringwell/domain/errors/app-error';

import { runCommand } from '../../stores/run-command';
import { findLockedOut, restoreAccess, type LockedOutUser } from './restore-access';

const USAGE =
  'Usage: --email EMAIL [--link] [--yes] removes two-step verification from a user and ends their sessions. --link also creates a ' +
  'link that signs them in once. --yes skips the confirmation.';

interface Options {
  email: string;
  link: boolean;
  yes: boolean;
}

// Prompts on stderr. Prints `{"email":…,"removedSecondFactor":…}`; with --link also `"link"` and `"linkMinutes"`.
void runCommand(async (unitOfWork, config) => {
  const { email, link, yes } = readOptions(process.argv.slice(2));
  const lockedOut = await findLockedOut(unitOfWork, email, link);
  if (!yes) await requireConfirmation(lockedOut, link);
  return restoreAccess(unitOfWork, config, { user: lockedOut.user, needsLink: link });
});

/** @throws AppError `USAGE` without a terminal or `--yes` */
async function requireConfirmation({ user, hasSecondFactor }: LockedOutUser, needsLink: boolean): Promise<void> {
  if (!process.stdin.isTTY) throw usageError('Nothing was changed. Add --yes to run without a terminal.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const names = [user.firstName, user.lastName, user.email].filter((name) => name !== null && name !== '');
  const changes = [
    ...(hasSecondFactor ? ['remove two-step verification'] : []),
    ...(needsLink ? ['create a sign-in link'] : []),
    'end all sessions',
  ];
  const answer = await terminal.question(`For ${names.join(' ')}: ${changes.join(', ')}. Type yes to go ahead: `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw usageError('Nothing was changed.');
}

function readOptions(args: string[]): Options {
  const { email, link = false, yes = false } = parseOptions(args);
  if (email === undefined || email.trim() === '') throw usageError();
  return { email: email.trim(), link, yes };
}

function parseOptions(args: string[]): Partial<Options> {
  try {
    return parseArgs({
      args,
      options: { email: { type: 'string' }, link: { type: 'boolean' }, yes: { type: 'boolean' } },
    }).values;
  } catch (cause) {
    throw usageError(USAGE, cause);
  }
}

function usageError(message = USAGE, cause?: unknown): AppError {
  return invalid('USAGE', message, { cause });
}
