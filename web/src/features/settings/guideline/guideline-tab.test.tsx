import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { BackTest, SavedGuideline } from '../../../api/types';
import { ACCOUNT_SETTINGS } from '../../../testing/account-settings';
import { FakeResponse } from '../../../testing/fake-api';
import { getHref } from '../../../testing/get-href';
import { getTexts } from '../../../testing/get-texts';
import { openSettings } from '../../../testing/open-settings';
import { SETTINGS_COPY } from '../settings-copy';
import { GUIDELINE_COPY as copy } from './guideline-copy';

const GET_GUIDELINE = 'GET /api/guideline';
const PUT_GUIDELINE = 'PUT /api/guideline';
const LIST_VERSIONS = 'GET /api/guideline/versions';
const RESTORE_VERSION = 'POST /api/guideline/restore';
const RUN_BACK_TEST = 'POST /api/guideline/back-test';

const GUIDELINE: SavedGuideline = {
  version: 2,
  text: 'Anyone who cancels is unhappy.',
  rules: [
    { when: 'words', phrases: ['cancel my plan'], saidBy: 'customer', then: 'negative' },
    { when: 'topic', topic: 'billing', then: 'follow_up' },
  ],
  savedBy: 'Dana Reyes',
  savedAt: '2026-03-31T15:20:08.412Z',
  restoredVersion: null,
};
const FIRST_VERSION: SavedGuideline = { ...GUIDELINE, version: 1, text: null, rules: [] };
const RESULT: BackTest = {
  recent: {
    calls: 200,
    withoutTranscript: 3,
    before: { positive: 60, neutral: 100, negative: 20, needs_review: 20 },
    after: { positive: 60, neutral: 94, negative: 27, needs_review: 19 },
    changed: 7,
    changes: [{ from: 'neutral', to: 'negative', count: 6 }],
    followUps: { before: 41, after: 46, opened: 5 },
  },
  checked: {
    calls: 50,
    withoutTranscript: 0,
    before: { positive: 20, neutral: 20, negative: 10, needs_review: 0 },
    after: { positive: 20, neutral: 16, negative: 14, needs_review: 0 },
    changed: 4,
    changes: [{ from: 'neutral', to: 'negative', count: 4 }],
    accuracyBefore: { right: 40, checked: 50, figure: { share: 0.8, low: 0.67, high: 0.888 } },
    accuracyAfter: { right: 43, checked: 50, figure: { share: 0.86, low: 0.738, high: 0.931 } },
    fixed: 4,
    broken: 1,
  },
  changedCalls: [
    {
      id: 'c1',
      startedAt: '2026-03-31T14:05:00.000Z',
      direction: 'inbound',
      customerName: 'Ada Reyes',
      phone: '+15551234567',
      from: 'neutral',
      to: 'negative',
      opensFollowUp: true,
      rule: 'cancel my plan',
      quote: 'I want to cancel my plan.',
      startMs: 64_200,
    },
  ],
  changedCallCount: 7,
};

async function openGuideline(
  responses: Record<string, unknown> = {},
): Promise<Awaited<ReturnType<typeof openSettings>>> {
  const rendered = await openSettings({
    part: 'guideline',
    responses: {
      [GET_GUIDELINE]: GUIDELINE,
      [LIST_VERSIONS]: [GUIDELINE, FIRST_VERSION],
      [RUN_BACK_TEST]: RESULT,
      [PUT_GUIDELINE]: async (request: Request) => {
        const { replaces, ...content } = (await request.json()) as SavedGuideline & { replaces: number };
        return { ...GUIDELINE, ...content, version: replaces + 1 };
      },
      ...responses,
    },
  });
  await screen.findByRole('heading', { name: copy.versions.title });
  return rendered;
}
const withinRule = (number: number) => within(screen.getByRole('group', { name: copy.rule(number) }));
const pressButton = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));

describe('GuidelineTab', () => {
  it("hides the language model's text if there is no language model", async () => {
    await openGuideline({ 'GET /api/my/settings': { ...ACCOUNT_SETTINGS, hasWriter: false } });
    expect(withinRule(1).getByLabelText(copy.phrases)).toBeVisible();
    expect(screen.queryByLabelText(/In your words/)).not.toBeInTheDocument();
  });

  it('works over plain HTTP, where browsers have no `crypto.randomUUID`', async () => {
    Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
    try {
      await openGuideline();
      await pressButton(copy.add);
      expect(withinRule(3).getByLabelText(copy.phrases)).toBeVisible();
    } finally {
      Reflect.deleteProperty(crypto, 'randomUUID');
    }
  });

  it("shows a draft's effects side by side before saving exactly that draft", async () => {
    const { api } = await openGuideline();
    const phrases = withinRule(1).getByLabelText(copy.phrases);
    await userEvent.clear(phrases);
    await userEvent.type(phrases, 'cancel my plan,  Cancel  my membership,');
    await pressButton(copy.save);
    const heading = await screen.findByRole('heading', { name: copy.result.title });
    await waitFor(() => expect(heading).toHaveFocus());
    expect(screen.getByText(copy.seeFirst)).toBeVisible();
    expect(api.requests()).not.toContain(PUT_GUIDELINE);
    const table = screen.getByRole('table', { name: copy.result.recent(200) });
    const getCells = (name: string): string[] =>
      getTexts(within(table).getByRole('row', { name: new RegExp(name) }), 'cell');
    expect(getCells('Negative')).toEqual(['Negative', '20', '27']);
    expect(getCells(copy.result.followUps)).toEqual([copy.result.followUps, '41', '46']);
    expect(screen.getByText('80% right: 40 of 50 (95% confidence: 67% to 89%)')).toBeVisible();
    expect(screen.getByText('86% right: 43 of 50 (95% confidence: 74% to 93%)')).toBeVisible();
    expect(screen.getByText(/4 fixed, 1 newly wrong.*may be due to chance/)).toBeVisible();
    expect(screen.getByText(copy.result.withoutTranscript(3))).toBeVisible();
    expect(screen.getByText(copy.result.textNotTried)).toBeVisible();
    expect(getHref(/Ada Reyes.*opens in a new tab/)).toBe('/calls/c1?t=64');
    expect(screen.getByText('Your rule “cancel my plan”: “I want to cancel my plan.”')).toBeVisible();
    expect(screen.getByText(copy.result.someCalls(1, 7))).toBeVisible();

    await pressButton(copy.save);
    expect(await screen.findByText(copy.saved(3))).toBeVisible();
    expect(await api.bodies(PUT_GUIDELINE)).toEqual([
      {
        replaces: 2,
        text: GUIDELINE.text,
        rules: [
          { when: 'words', phrases: ['cancel my plan', 'Cancel my membership'], saidBy: 'customer', then: 'negative' },
          GUIDELINE.rules[1],
        ],
      },
    ]);
  });

  it('keeps what the user types while a version is being saved, as changes to that version', async () => {
    const { api } = await openGuideline();
    const respond = api.hold(PUT_GUIDELINE);
    const text = screen.getByLabelText(/In your words/);
    await userEvent.type(text, ' Be brief.');
    await pressButton(copy.save);
    await screen.findByText(copy.seeFirst);
    await pressButton(copy.save);
    await userEvent.type(text, ' Name the brand.');
    const saved = { ...GUIDELINE, text: `${GUIDELINE.text} Be brief.`, version: 3 };
    await act(async () => respond(saved));
    expect(await screen.findByText(copy.saved(3))).toBeVisible();
    expect(text).toHaveValue(`${saved.text} Name the brand.`);
    await pressButton(copy.save);
    await screen.findByText(copy.seeFirst);
    await pressButton(copy.save);
    await waitFor(async () =>
      expect(await api.bodies(PUT_GUIDELINE)).toMatchObject([{ replaces: 2 }, { replaces: 3 }]),
    );
  });

  it('asks for another test after a change', async () => {
    const { api } = await openGuideline();
    await userEvent.type(screen.getByLabelText(/In your words/), ' Be brief.');
    await pressButton(copy.try);
    await screen.findByRole('heading', { name: copy.result.title });
    await userEvent.selectOptions(withinRule(1).getByLabelText(copy.then), copy.thenNames.positive);
    expect(screen.getByText(copy.result.outdated)).toBeVisible();
    await pressButton(copy.save);
    await waitFor(() => expect(api.count(RUN_BACK_TEST)).toBe(2));
    expect(api.requests()).not.toContain(PUT_GUIDELINE);
  });

  it('adds, moves and removes rules with the keyboard, and keeps focus', async () => {
    await openGuideline();
    await pressButton(copy.add);
    expect(withinRule(3).getByLabelText(copy.when)).toHaveFocus();
    await userEvent.selectOptions(withinRule(3).getByLabelText(copy.when), copy.whenNames.topic);
    await userEvent.selectOptions(withinRule(3).getByLabelText(copy.topic), 'Praise');
    withinRule(3)
      .getByRole('button', { name: copy.moveUp(3) })
      .focus();
    await userEvent.keyboard('{Enter}');
    expect(withinRule(2).getByLabelText(copy.topic)).toHaveValue('praise');
    expect(screen.getByText(copy.moved(2))).toBeVisible();
    expect(withinRule(2).getByRole('button', { name: copy.moveUp(2) })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(withinRule(1).getByLabelText(copy.topic)).toHaveValue('praise');
    expect(withinRule(1).getByRole('button', { name: copy.moveDown(1) })).toHaveFocus();
    await pressButton(copy.remove(1));
    expect(screen.getByText(copy.removed(1))).toBeVisible();
    expect(screen.getByRole('button', { name: copy.add })).toHaveFocus();
    expect(screen.getAllByRole('group', { name: /^Rule/ })).toHaveLength(2);
  });

  it('reports a rule without words instead of running a test', async () => {
    const { api } = await openGuideline();
    await pressButton(copy.add);
    await pressButton(copy.try);
    const field = withinRule(3).getByLabelText(copy.phrases);
    expect(field).toHaveAccessibleDescription(new RegExp(copy.phrasesMissing));
    await waitFor(() => expect(field).toHaveFocus());
    expect(api.requests()).not.toContain(RUN_BACK_TEST);
  });

  it('shows who saved a newer version, keeps the draft, and loads the newer version on request', async () => {
    const message = 'Paul Ruiz saved version 3 of the guideline on Mar 31. Reload it, then make your change again.';
    const { api } = await openGuideline({
      [PUT_GUIDELINE]: new FakeResponse(409, { code: 'GUIDELINE_CHANGED', message }),
    });
    const text = screen.getByLabelText(/In your words/);
    await userEvent.type(text, ' Mine.');
    await pressButton(copy.save);
    await screen.findByText(copy.seeFirst);
    await pressButton(copy.save);
    expect(await screen.findByText(message)).toBeVisible();
    expect(text).toHaveValue('Anyone who cancels is unhappy. Mine.');
    api.set(GET_GUIDELINE, { ...GUIDELINE, version: 3, text: 'Theirs.' });
    await pressButton(copy.loadLatest);
    await waitFor(() => expect(text).toHaveValue('Theirs.'));
    expect(screen.queryByText(message)).not.toBeInTheDocument();
  });

  it('restores an earlier version after confirmation', async () => {
    const { api } = await openGuideline({ [RESTORE_VERSION]: { ...FIRST_VERSION, version: 3, restoredVersion: 1 } });
    expect(await screen.findByText(copy.versions.current)).toBeVisible();
    await pressButton(copy.versions.restoreVersion(1));
    const dialog = screen.getByRole('alertdialog', { name: copy.versions.restoreVersion(1) });
    expect(within(dialog).queryByText(copy.versions.draftIsLost)).not.toBeInTheDocument();
    await userEvent.click(within(dialog).getByRole('button', { name: copy.versions.restore }));
    expect(await screen.findByText(copy.saved(3))).toBeVisible();
    expect(await api.bodies(RESTORE_VERSION)).toEqual([{ version: 1, replaces: 2 }]);
    expect(screen.getByText(copy.noRules)).toBeVisible();
    expect(screen.getByLabelText(/In your words/)).toHaveValue('');
  });

  it('keeps a draft while other settings are shown, and asks before leaving the page', async () => {
    const { api } = await openGuideline();
    await pressButton(copy.add);
    await userEvent.type(withinRule(3).getByLabelText(copy.phrases), 'too loud');
    const beforeUnload = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(beforeUnload);
    expect(beforeUnload.defaultPrevented).toBe(true);
    const settings = within(screen.getByRole('navigation', { name: 'Settings' }));
    await userEvent.click(settings.getByRole('link', { name: 'Calls' }));
    expect(await screen.findByLabelText('Calls processed at once')).toBeVisible();
    await userEvent.click(settings.getByRole('link', { name: SETTINGS_COPY.labels }));
    expect(await screen.findByText(copy.unsavedDraft)).toBeVisible();
    expect(withinRule(3).getByLabelText(copy.phrases)).toHaveValue('too loud');
    await pressButton(copy.save);
    await screen.findByText(copy.seeFirst);
    await pressButton(copy.save);
    expect(await screen.findByText(copy.saved(3))).toBeVisible();
    expect(await api.bodies(PUT_GUIDELINE)).toMatchObject([{ replaces: 2 }]);
    await userEvent.click(settings.getByRole('link', { name: 'Calls' }));
    await userEvent.click(settings.getByRole('link', { name: SETTINGS_COPY.labels }));
    await screen.findByRole('heading', { name: copy.versions.title });
    expect(screen.queryByText(copy.unsavedDraft)).not.toBeInTheDocument();
  });

  it('says when there is nothing to save, and when a test fails', async () => {
    const { api } = await openGuideline({ [RUN_BACK_TEST]: new FakeResponse(500) });
    await pressButton(copy.save);
    expect(screen.getByText(copy.nothingToSave)).toBeVisible();
    await userEvent.type(screen.getByLabelText(/In your words/), ' More');
    await pressButton(copy.save);
    expect(await screen.findByText(copy.tryFailed)).toBeVisible();
    expect(api.requests()).not.toContain(PUT_GUIDELINE);
  });
});
