import 'reflect-metadata';
import { parseArgs } from 'node:util';

import { isUUID } from 'class-validator';

import { invalid, type AppError } from '@ringwell/domain/errors/app-error';

import { runCommand } from '../stores/run-command';
import { MAX_TOKEN_NAME_LENGTH } from './account-tokens';
import { issueToken, revokeToken } from './issue-token';

const USAGE = 'Usage: --name NAME [--email EMAIL] [--read-only] creates a token, --revoke ID deletes one.';

interface Options {
  name?: string;
  email?: string;
  revoke?: string;
  'read-only'?: boolean;
}

// Prints `{"id":…,"token":…,"email":…}`, or `{"id":…,"revoked":true}`.
void runCommand((unitOfWork) => {
  const { name, email, revoke, 'read-only': isReadOnly } = readOptions(process.argv.slice(2));
  if (revoke !== undefined) return revokeToken(unitOfWork, revoke);
  return issueToken(unitOfWork, { name: name ?? '', email, isReadOnly });
});

function readOptions(args: string[]): Options {
  const options = parseOptions(args);
  const { name, email, revoke, 'read-only': isReadOnly } = options;
  const isCreate =
    name !== undefined && revoke === undefined && name.length > 0 && name.length <= MAX_TOKEN_NAME_LENGTH;
  const isRevoke = revoke !== undefined && name === undefined && email === undefined && !isReadOnly && isUUID(revoke);
  if (isCreate || isRevoke) return options;
  throw usageError();
}

function parseOptions(args: string[]): Options {
  try {
    return parseArgs({
      args,
      options: {
        name: { type: 'string' },
        email: { type: 'string' },
        revoke: { type: 'string' },
        'read-only': { type: 'boolean' },
      },
    }).values;
  } catch (cause) {
    throw usageError(cause);
  }
}

function usageError(cause?: unknown): AppError {
  return invalid('USAGE', USAGE, { cause });
}
