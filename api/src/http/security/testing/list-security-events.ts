import { SecurityEvent } from '@ringwell/database/accounts/security/security-event.entity';
import type { TestApi } from '@ringwell/testing/start-api';
import type { TestDatabase } from '@ringwell/testing/test-database';

import { SecurityRecorder } from '../security-recorder.service';

/** Returns the security events so far, by or about the user if one is given, oldest first. */
export async function listSecurityEvents(
  { app }: Pick<TestApi, 'app'>,
  { dataSource }: Pick<TestDatabase, 'dataSource'>,
  userId?: string,
): Promise<SecurityEvent[]> {
  await app.get(SecurityRecorder).flush(true);
  const events = await dataSource.manager.find(SecurityEvent, { order: { createdAt: 'ASC' } });
  return userId ? events.filter((event) => event.userId === userId || event.targetUserId === userId) : events;
}

/** Returns what `listSecurityEvents` returns, as outcome, method, and code or action. */
export async function summarizeSecurityEvents(
  ...parameters: Parameters<typeof listSecurityEvents>
): Promise<[string, string | null, string | null][]> {
  return (await listSecurityEvents(...parameters)).map(({ outcome, method, code, action }) => [
    outcome,
    method,
    code ?? action,
  ]);
}
