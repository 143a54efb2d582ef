import { FakeChatServer } from '@ringwell/testing/fake-chat-server';

import { WORDS_COPY as copy } from '../src/features/calls/details/words-copy';
import { callPath } from '../src/lib/paths';
import { checkEveryCombination, checkStates } from './check-accessibility';
import { expectSoon } from './expect-soon';
import { productInBrowser } from './product-in-browser';

const EDITED_SUMMARY = 'Nobody came on Monday. Karen Voss wants her deposit of $600 back.';
const INSTRUCTION = "Refund Karen Voss's $600 deposit; call today";
const SECOND_SUMMARY = 'Nobody came on Monday, and Karen Voss asked for a refund.';

describe("a call's summary and instructions", () => {
  checkEveryCombination();
  const writer = new FakeChatServer();
  const product = productInBrowser(async () => {
    await writer.start();
    writer.reply = () =>
      FakeChatServer.chatReply({
        sentiment: 'negative',
        confidence: 0.9,
        topic: 'no_show',
        followUpNeeded: true,
        course: [],
        quote: null,
        summary: SECOND_SUMMARY,
        points: [],
        next: [],
      });
    return { ANALYSIS_ENGINE: 'writer', ANALYSIS_BASE_URL: writer.baseUrl };
  });
  afterAll(() => writer.stop());

  it('can be edited, keep their history, and are rewritten after a correction', async () => {
    const { account, email } = await product().createAccount({ firstName: 'Dana', lastName: 'Reyes' });
    const { id } = await product().system.database.makeCompletedCall(account.id, {
      call: { customerName: 'Karen Voss', fromNumber: '+15550100142', direction: 'inbound', recordingKey: null },
      segments: [
        { speaker: 'agent', startMs: 0, endMs: 900, text: 'Cedar Creek, hello.' },
        {
          speaker: 'customer',
          startMs: 1_000,
          endMs: 6_000,
          text: 'This is Karen Foss. Nobody came on Monday, and I want a refund.',
        },
      ],
      analysis: {
        sentiment: 'negative',
        topic: 'no_show',
        summary: 'Nobody came on Monday, and Karen Voss asked for her money back.',
        keyPoints: ['The visit was booked for Monday'],
        followUp: { needed: true, what: 'Call Karen Voss back about the missed visit' },
        evidence: [{ claim: 'Negative', segment: 1, startMs: 1_000, endMs: 6_000, quote: 'I want a refund' }],
      },
    });
    const tab = await product().openAs(email, callPath(id));
    const { page } = tab;
    await checkStates(tab, async (check) => {
      await page.getByRole('button', { name: copy.edit.summary }).click();
      await expectSoon(page.getByRole('textbox', { name: copy.dialog.summary })).toBeFocused();
      await check('editing');
      await page.getByRole('textbox', { name: copy.dialog.summary }).fill(EDITED_SUMMARY);
      await page.getByRole('textbox', { name: copy.dialog.instruction }).fill(INSTRUCTION);
      await page.keyboard.press('Enter');
      await expectSoon(page.getByText(EDITED_SUMMARY).first()).toBeVisible();
      await expectSoon(page.locator('strong', { hasText: INSTRUCTION })).toBeVisible();
      await page.getByText(/^Details edited by Dana Reyes on /).click();
      await expectSoon(page.getByRole('button', { name: copy.restore })).toHaveCount(2);
      await check('history');
    });
    // The history is collapsed again, because a different layout now renders it.
    await page.getByText(/^Details edited by Dana Reyes on /).click();
    await page.getByRole('button', { name: copy.restore }).last().click();
    await expectSoon(page.locator('strong', { hasText: 'Call Karen Voss back' })).toBeVisible();
    await page.getByRole('button', { name: 'Correct a word' }).click();
    await page.getByLabel('As it appears in the transcript').fill('Foss');
    await page.getByLabel('Correct spelling').fill('Voss');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Not now' }).click(); // declines the new term
    await page.getByRole('button', { name: copy.rewrite.confirm }).click();
    await expectSoon(page.getByText(copy.unchanged).or(page.getByText(copy.written))).toBeVisible();
    await expectSoon(page.getByText(EDITED_SUMMARY).first()).toBeVisible(); // edits survive the rewrite
    await page.getByRole('button', { name: copy.restore }).click();
    await expectSoon(page.getByText(SECOND_SUMMARY).first()).toBeVisible();
  });
});
