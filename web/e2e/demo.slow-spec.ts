import { Member } from '@ringwell/database/accounts/members/member.entity';

import { LANDING_COPY } from '../src/features/landing/landing-copy';
import { UPLOAD_COPY } from '../src/lib/recordings/upload-copy';
import { expectSoon } from './expect-soon';
import { PASSWORD, productInBrowser } from './product-in-browser';

describe('a demo user', () => {
  const product = productInBrowser();

  it('signs up, tries a sample recording, sees its result, and reaches the limit after five uploads', async () => {
    product().transcription.respondWithText(
      'Thank you so much. The house is warm again, and I am really happy with the work.',
    );
    const tab = await product().open();
    const { page } = tab;
    await tab.goto('/');
    await page.getByRole('link', { name: LANDING_COPY.tryFree }).first().click();
    const email = 'kim@example.com';
    for (const [label, text] of Object.entries({
      'First name': 'Kim',
      'Last name': 'Lee',
      'Company (optional)': 'Lee Plumbing',
      'Email address': email,
      Password: PASSWORD,
    }))
      await page.getByLabel(label).fill(text);
    expect(await tab.findAccessibilityProblems()).toEqual([]);
    expect(
      await page.evaluate("[...document.fonts].some((font) => font.family === 'Figtree' && font.status === 'loaded')"),
    ).toBe(true);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expectSoon(page.getByText(UPLOAD_COPY.left(5, 5))).toBeVisible();
    const { database } = product().system;
    const { accountId } = await database.manager.findOneByOrFail(Member, { user: { email } });
    for (let upload = 0; upload < 4; upload += 1) {
      await database.makeCompletedCall(accountId, { call: { source: 'demo' } });
    }
    await tab.goto('/');
    await expectSoon(page.getByText(UPLOAD_COPY.left(1, 5))).toBeVisible();
    await page.getByRole('button', { name: 'Happy customer', exact: true }).click();
    await expectSoon(page.getByRole('progressbar')).toBeVisible();
    const result = page.getByRole('group', { name: UPLOAD_COPY.results });
    await expectSoon(result).toBeVisible();
    await expectSoon(result.getByText('Positive', { exact: true })).toBeVisible();
    await expectSoon(result.getByRole('region', { name: 'Transcript' })).toContainText('Agent');
    await expectSoon(result.getByText(UPLOAD_COPY.sample)).toBeHidden();
    await expectSoon(page.getByText(UPLOAD_COPY.limitTitle)).toBeVisible();
    await page.reload();
    await page.getByRole('heading', { name: 'Your recordings' }).waitFor();
    await page
      .getByRole('link', { name: /Positive/ })
      .first()
      .click();
    await expectSoon(page.getByRole('button', { name: /^Play/ }).first()).toBeVisible();
    await expectSoon(page.getByText(/You wouldn't have been alerted/)).toBeVisible();
    expect(await tab.findAccessibilityProblems()).toEqual([]);
    await page.goto(`${product().system.url}/demo`);
    await expectSoon(page.getByText(UPLOAD_COPY.limit)).toBeVisible();
    await expectSoon(page.getByRole('button', { name: UPLOAD_COPY.analyze })).toBeHidden();
  });

  it('sees an error for a file that is not a recording, without using up an upload', async () => {
    const { email } = await product().createAccount({}, {}, { status: 'demo', activatedAt: null });
    const tab = await product().openAs(email, '/demo');
    const { page } = tab;
    tab.expectMessages(/status of 415/);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
    await expectSoon(page.getByText(UPLOAD_COPY.invalidType.title, { exact: true })).toBeVisible();
    // The API rejects this file because of its content, despite its name and type.
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'notes.wav', mimeType: 'audio/wav', buffer: Buffer.from('%PDF-1.7') });
    await page.getByRole('button', { name: UPLOAD_COPY.analyze }).click();
    await expectSoon(page.getByText(UPLOAD_COPY.failed.title, { exact: true })).toBeVisible();
    await expectSoon(page.getByText(UPLOAD_COPY.left(5, 5))).toBeVisible();
  });
});
