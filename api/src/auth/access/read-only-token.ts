import { AppError } from '@ringwell/domain/errors/app-error';

import type { Principal } from '../principal/principal';

/** @throws AppError `TOKEN_READ_ONLY` for a token that can only read */
export function assertTokenMayWrite({ credential }: Pick<Principal, 'credential'>): void {
  if (credential.kind !== 'token' || !credential.isReadOnly) return;
  throw new AppError({
    kind: 'forbidden',
    code: 'TOKEN_READ_ONLY',
    message: 'This token can only read. Use a token that can also make changes.',
  });
}
