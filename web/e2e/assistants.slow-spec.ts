import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { findFreePort } from '@ringwell/testing/free-port';
import { SigningInAssistant } from '@ringwell/testing/signing-in-assistant';

import { ASSISTANTS_COPY } from '../src/features/account/components/assistants-copy';
import { PATHS } from '../src/lib/paths';
import { expectSoon } from './expect-soon';
import { PASSWORD, productInBrowser } from './product-in-browser';

describe('an assistant', () => {
  const product = productInBrowser(async () => {
    const port = await findFreePort();
    return { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
  });
  const callback = createServer((_request, response) => response.end('You can close this window.'));
  beforeAll(() => once(callback.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => {
    callback.close();
    callback.closeAllConnections();
  });

  it('connects by signing in, reads calls, and loses access when disconnected', async () => {
    const { account, email } = await product().createAccount({ firstName: 'Sam' }, {}, { company: 'Becker Plumbing' });
    const { system } = product();
    const { id } = await system.database.makeCompletedCall(account.id, { call: { customerName: 'Dana' } });
    const { port } = callback.address() as AddressInfo;
    const assistant = new SigningInAssistant(system.url, system.url, `http://127.0.0.1:${port}/callback`);

    const { page, findAccessibilityProblems } = await openUrl(await assistant.startSignIn());
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expectSoon(page.getByRole('heading', { name: 'Connect Claude?' })).toBeVisible();
    await expectSoon(page.getByText('Becker Plumbing')).toBeVisible();
    expect(await findAccessibilityProblems()).toEqual([]);
    await page.getByRole('button', { name: 'Allow reading', exact: true }).click();
    await expectSoon(page.getByText('You can close this window.')).toBeVisible();

    const client = await assistant.finishSignIn(new URL(page.url()));
    expect(await client.callTool({ name: 'list_calls', arguments: {} })).toMatchObject({
      structuredContent: { calls: [{ id }] },
    });
    await page.goto(system.url + PATHS.account);
    await page.getByRole('button', { name: /^Disconnect: Claude/ }).click();
    await expectSoon(page.getByText(ASSISTANTS_COPY.disconnected('Claude')).first()).toBeVisible();
    await expect(client.callTool({ name: 'list_calls', arguments: {} })).rejects.toThrow();
  });

  async function openUrl(url: URL) {
    const tab = await product().open();
    await tab.goto(url.pathname + url.search);
    return { page: tab.page, findAccessibilityProblems: () => tab.findAccessibilityProblems() };
  }
});
