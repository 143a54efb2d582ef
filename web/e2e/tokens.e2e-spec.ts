import { TOKEN_COPY } from '../src/features/tokens/token-copy';
import { expectSoon } from './expect-soon';
import { productInBrowser } from './product-in-browser';

describe('the tokens page', () => {
  const product = productInBrowser();

  it('shows a new token once, accepts it in the API, masks it afterward, and deletes it', async () => {
    const { email: adminEmail } = await product().createAccount({ role: 'admin' });
    const { user, email } = await product().createAccount({ firstName: 'Ines', lastName: 'Novak' });
    const tab = await product().openAs(adminEmail, '/tokens');
    const { page } = tab;

    const card = page.getByRole('group', { name: 'Ines Novak' });
    await card.getByRole('button', { name: 'Ines Novak' }).click();
    await card.getByRole('button', { name: TOKEN_COPY.generate }).click();
    const form = page.getByRole('dialog', { name: TOKEN_COPY.generateTitle });
    await form.getByPlaceholder(TOKEN_COPY.namePlaceholder).fill('Night shift');
    await form.getByRole('button', { name: TOKEN_COPY.generate }).click();

    const tokenDialog = page.getByRole('dialog', { name: TOKEN_COPY.created });
    const token = (await tokenDialog.locator('code').textContent()) ?? '';
    await tokenDialog.getByRole('button', { name: 'Copy Token' }).click();
    expect(await tab.readClipboardText()).toBe(token);
    await page.keyboard.press('Escape');
    await expectSoon(tokenDialog).toBeVisible();
    await tokenDialog.getByRole('button', { name: TOKEN_COPY.copiedIt }).click();
    await expectSoon(tokenDialog).toBeHidden();

    const response = await fetch(`${tab.url}/api/n8n/profile/${user.id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ email });

    const row = card.getByRole('listitem').filter({ hasText: 'Night shift' });
    await expectSoon(row).toContainText(token.slice(-4));
    expect(await page.content()).not.toContain(token);
    await row.getByRole('button', { name: 'Delete token Night shift' }).click();
    const confirmation = page.getByRole('alertdialog');
    await expectSoon(confirmation).toContainText(TOKEN_COPY.confirmDelete('Night shift'));
    await confirmation.getByRole('button', { name: 'Delete' }).click();
    await expectSoon(page.getByText(TOKEN_COPY.deleted.description, { exact: true })).toBeVisible();
    await expectSoon(row).toBeHidden();
  });
});
