import type { Passkey } from '@ringwell/database/accounts/sign-in/passkey.entity';

import type { PasskeyDto } from './passkey.dto';

export function passkeyView({ id, name, createdAt, lastUsedAt }: Passkey): PasskeyDto {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}
