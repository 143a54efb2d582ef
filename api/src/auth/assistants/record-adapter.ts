import { isUUID } from 'class-validator';
import type { Adapter, AdapterPayload } from 'oidc-provider';

import type { AssistantsRepository } from '@ringwell/database/accounts/assistants/assistants.repository';
import { sanitizeForStorage } from '@ringwell/domain/text/sanitize-for-storage';
import { hashToken } from '@ringwell/platform/crypto/token-hash';

/** Stores one kind of record of `oidc-provider`. Ids are hashed, because token and code ids grant access. */
export class RecordAdapter implements Adapter {
  constructor(
    private readonly kind: string,
    private readonly assistants: AssistantsRepository,
    /** Creates the error for a code or token that was already used. */
    private readonly createConsumedError: () => Error,
  ) {}

  async upsert(id: string, payload: AdapterPayload, expiresInSeconds?: number): Promise<void> {
    const { jti: _, ...fields } = payload;
    const { accountId } = payload;
    await this.assistants.saveRecord(this.kind, hashToken(id), {
      assistantId: isUUID(accountId) ? (accountId ?? null) : null,
      payload: sanitizeForStorage(fields),
      expiresInSeconds,
    });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const record = await this.assistants.findRecord(this.kind, hashToken(id));
    if (!record) return undefined;
    const { payload, consumedAt } = record;
    return {
      ...payload,
      ...(this.kind !== 'Client' && { jti: id }),
      ...(consumedAt && { consumed: Math.floor(consumedAt.getTime() / 1_000) }),
    };
  }

  // Sessions are only looked up by cookie, and the device flow is disabled.
  findByUid(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async consume(id: string): Promise<void> {
    if (!(await this.assistants.consumeRecord(this.kind, hashToken(id)))) throw this.createConsumedError();
  }

  // To end a grant, the library destroys it and revokes its tokens, in no particular order.
  async destroy(id: string): Promise<void> {
    if (this.kind === 'Grant') await this.revokeByGrantId(id);
    else await this.assistants.deleteRecord(this.kind, hashToken(id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.assistants.deleteByGrant(hashToken(grantId));
  }
}
