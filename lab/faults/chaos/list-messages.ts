import type { ChaosWorld } from './chaos-world';
import type { SentMessage } from './messages';

/** Lists the messages in the database, with the number of copies each receiver got. */
export async function listMessages({ faultWorld, vendors }: ChaosWorld): Promise<SentMessage[]> {
  const rows = await faultWorld.query<Omit<SentMessage, 'copies'>>(`
    select id, call_id as "callId", channel, state, error_code as "errorCode", uncertain_tries as "uncertainTries"
    from deliveries`);
  const copiesByMailId = new Map<string, number>();
  for (const { message } of faultWorld.mail.keptEmails) {
    const id = /^<mail-(.+)@/.exec(message.messageId ?? '')?.[1] ?? '';
    copiesByMailId.set(id, (copiesByMailId.get(id) ?? 0) + 1);
  }
  return rows.map((row) => ({
    ...row,
    copies: (row.channel === 'email' ? copiesByMailId : vendors.acceptedWebhooks).get(row.id) ?? 0,
  }));
}
