export function curlExample(origin: string): string {
  return `# 1. Send it. The response has its ID.
curl -X POST ${origin}/api/n8n/calls \\
  -H 'Authorization: Bearer YOUR_TOKEN' \\
  -H 'Idempotency-Key: call-4711' \\
  -F 'from=+15550100142' \\
  -F 'audio=@call.mp3'

# 2. Poll until its state is completed, skipped, failed or timed_out, and isWriting is false.
curl ${origin}/api/n8n/calls/CALL_ID \\
  -H 'Authorization: Bearer YOUR_TOKEN'`;
}

export function nodeExample(origin: string): string {
  return `import { openAsBlob } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const headers = { authorization: \`Bearer \${process.env.RINGWELL_TOKEN}\` };
const form = new FormData();
form.set('audio', await openAsBlob('call.mp3'), 'call.mp3');

// After a lost response, sending the same key again returns the same call.
let response = await fetch('${origin}/api/n8n/calls', {
  method: 'POST', body: form, headers: { ...headers, 'idempotency-key': 'call-4711' },
});
if (!response.ok) throw new Error((await response.json()).message);
let call = await response.json();

do {
  await sleep(5_000);
  response = await fetch(\`${origin}/api/n8n/calls/\${call.id}\`, { headers });
  if (!response.ok) throw new Error((await response.json()).message);
  call = await response.json();
} while (!['completed', 'skipped', 'failed', 'timed_out'].includes(call.state) || call.isWriting);
console.log(call.result?.label, call.result?.summary);`;
}

// Follows Standard Webhooks: https://www.standardwebhooks.com
export function verificationExample(): string {
  return `import { createHmac, timingSafeEqual } from 'node:crypto';

// secret: from Settings > Connections. body: the raw, unparsed text.
export function isGenuine(headers, body, secret) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers;
  if (Math.abs(Date.now() / 1000 - Number(time)) > 300) return false; // a replay
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${time}.\${body}\`).digest();
  return signatures.split(' ').some((signature) => {
    const actual = Buffer.from(signature.replace('v1,', ''), 'base64');
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  });
}`;
}
