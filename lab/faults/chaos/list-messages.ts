import type { ChaosWorld } from './chaos-world';
import type { SentMessage } from './messages';

/** The messages in the database, with the number of copies their receivers have. */
export async function listMessages({ faultWorld, vendors }: ChaosWorld): Promise<SentMessage[]> {
  const rows = await faultWorld.query<Omit<SentMessage, 'kept'>>(`
    select id, call_id as "callId", channel, state, error_code as "errorCode", uncertain_tries as "uncertainTries"
    from deliveries`);
  const mails = new Map<string, number>();
  for (const { message } of faultWorld.mail.keptMails) {
    const id = /^<mail-(.+)@/.exec(message.messageId ?? '')?.[1] ?? '';
    mails.set(id, (mails.get(id) ?? 0) + 1);
  }
  return rows.map((row) => ({
    ...row,
    kept: (row.channel === 'email' ? mails : vendors.keptWebhooks).get(row.id) ?? 0,
  }));
}
