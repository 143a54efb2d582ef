import { forbidden } from '@ringwell/domain/errors/app-error';

import type { Principal } from '../principal/principal';

/** @throws AppError `TOKEN_READ_ONLY` */
export function assertTokenCanWrite({ credential }: Pick<Principal, 'credential'>): void {
  if (credential.kind !== 'token' || !credential.isReadOnly) return;
  throw forbidden('TOKEN_READ_ONLY', 'This token can only read. Use a token that can also make changes.');
}
