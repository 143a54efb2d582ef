import { setTimeout as sleep } from 'node:timers/promises';

import { FakeSmtpServer } from '@ringwell/testing/fake-smtp-server';
import { useTestSystem } from '@ringwell/testing/use-test-system';

describe('contact form messages', () => {
  const server = new FakeSmtpServer();
  const system = useTestSystem([server], {
    workers: 2,
    env: () => server.settings,
  });

  it("reach support as one email with the sender's reply address", async () => {
    const response = await fetch(`${system.url}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Zoë Reyes', email: 'zoe@reyes-hvac.example', message: 'How much is it?' }),
    });
    expect(response.status).toBe(201);
    const listStates = async (): Promise<string[]> =>
      (await system.query<{ state: string }>('select state from mails')).map(({ state }) => state);
    while ((await listStates()).join() !== 'sent') await sleep(50);
    expect(server.emails).toMatchObject([
      {
        envelope: { from: 'calls@example.com', recipients: ['support@example.com'] },
        message: {
          subject: 'Contact form: Zoë Reyes',
          replyTo: [{ address: 'zoe@reyes-hvac.example' }],
          text: expect.stringContaining('How much is it?') as string,
        },
      },
    ]);
    const processes = [system.api, ...system.workers];
    expect(await Promise.all(processes.map((process) => process.waitForLog('PUBLIC_URL is not set')))).toHaveLength(3);
    expect(processes.flatMap(({ log }) => log).join('\n')).not.toMatch(/How much is it|zoe@reyes/);
  });
});
