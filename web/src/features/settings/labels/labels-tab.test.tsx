import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { AccuracyReport } from '../../../api/types';
import { findAccessibilityProblems } from '../../../testing/accessibility';
import { ACCOUNT_SETTINGS } from '../../../testing/account-settings';
import { FakeResponse, rejectField } from '../../../testing/fake-api';
import { GET_SETTINGS, openSettings, PUT_SETTINGS } from '../../../testing/open-settings';
import { LABELS_COPY } from './labels-copy';

type Review = AccuracyReport['review'];
type Limit = Review['choices'][number]['limits'][number];

const ACCURACY = 'GET /api/checks/accuracy';
const makeLimit = (fields: Partial<Limit> = {}): Limit => ({
  engine: 'local',
  limit: 0.876,
  source: 'standard',
  checked: 64,
  ...fields,
});
const makeReport = (calls: number, ...limits: Limit[]): { review: Review } => ({
  review: {
    tolerance: 'standard',
    calls,
    choices: [
      { tolerance: 'standard', limits: [makeLimit()], needsListen: 0 },
      { tolerance: 'one_in_10', limits, needsListen: 1 },
      { tolerance: 'one_in_20', limits, needsListen: 33 },
      { tolerance: 'one_in_50', limits, needsListen: 200 },
    ],
  },
});

async function openTab(
  response: unknown,
  reviewTolerance: Review['tolerance'] = 'one_in_20',
): ReturnType<typeof openSettings> {
  const rendered = await openSettings({
    part: 'labels',
    settings: { reviewTolerance },
    responses: {
      [ACCURACY]: response,
      'GET /api/guideline': { version: 0, text: '', rules: [], savedBy: null, savedAt: null },
      'GET /api/guideline/versions': [],
    },
  });
  await screen.findByRole('combobox', { name: LABELS_COPY.tolerance });
  return rendered;
}

describe('LabelsTab', () => {
  it("saves the account's own danger phrases, one per line", async () => {
    const { api } = await openTab(makeReport(200));
    const phrases = screen.getByLabelText(LABELS_COPY.danger);
    await userEvent.clear(phrases);
    await userEvent.type(phrases, ' smells like gas {Enter}{Enter}no heat + baby');
    await userEvent.tab();
    await api.expectBodies(PUT_SETTINGS, [{ dangerPhrases: ['smells like gas', 'no heat + baby'] }]);
  });

  it('keeps a phrase that a colleague adds while the user is typing', async () => {
    const { api } = await openTab(makeReport(200));
    const phrases = screen.getByLabelText(LABELS_COPY.danger);
    await userEvent.clear(phrases);
    await userEvent.type(phrases, 'sewage in the hall');
    api.set(GET_SETTINGS, { ...ACCOUNT_SETTINGS, dangerPhrases: ['the roof fell in'] });
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(api.count(GET_SETTINGS)).toBe(2));
    await userEvent.tab();
    await api.expectBodies(PUT_SETTINGS, [{ dangerPhrases: ['sewage in the hall', 'the roof fell in'] }]);
  });

  it('keeps danger phrases that the API rejects, with the reason', async () => {
    const { api } = await openTab(makeReport(200));
    const message = 'Each must have 1 to 60 characters.';
    api.set(PUT_SETTINGS, rejectField('dangerPhrases', message));
    const phrases = screen.getByLabelText(LABELS_COPY.danger);
    await userEvent.clear(phrases);
    await userEvent.type(phrases, 'smells like gas{Enter}no heat and a baby');
    await userEvent.tab();
    expect(await screen.findByText(message)).toBeVisible();
    expect(phrases).toHaveValue('smells like gas\nno heat and a baby');
  });

  it("saves the choice, and immediately shows what it means for the account's calls", async () => {
    const { api } = await openTab(makeReport(200, makeLimit({ limit: 0.83, source: 'checks' })), 'standard');
    expect(await screen.findByText(LABELS_COPY.standard('0.88'))).toBeVisible();
    expect(await findAccessibilityProblems()).toEqual([]);
    await userEvent.selectOptions(screen.getByRole('combobox'), 'Wrong in at most 1 of 20');
    await api.expectBodies(PUT_SETTINGS, [{ reviewTolerance: 'one_in_20' }]);
    expect(
      screen.getByText(
        'Based on your 64 checked calls, labels below a confidence of 0.83 are now marked Needs a listen.',
      ),
    ).toBeVisible();
    expect(screen.getByText('33, about 1 call in 6')).toBeVisible();
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'None',
      '1, about 1 call in 200',
      '33, about 1 call in 6',
      'All',
    ]);
    expect(screen.getByText(/Existing calls won't change/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Check calls' })).toHaveAttribute('href', '/checks');
  });

  it.each([
    [
      makeLimit({ source: 'shipped', checked: 12, limit: 0.897 }),
      /^12 of 50 calls have been checked. Until then, our test calls/,
    ],
    [makeLimit({ source: 'unreached', limit: 0.897 }), /^Based on your 64 checked calls, no confidence is high enough/],
    [
      makeLimit({ engine: 'llm:gpt-6-luna', checked: 3, limit: 0.8 }),
      /^3 of 50 calls labeled by GPT-6 Luna have been checked.* the standard applies/,
    ],
  ])('explains where a limit comes from: %j', async (review, text) => {
    await openTab(makeReport(200, review));
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('names the analysts when there are several', async () => {
    await openTab(
      makeReport(200, makeLimit({ source: 'checks' }), makeLimit({ engine: 'llm:gpt-6-luna', limit: 0.8, checked: 3 })),
    );
    expect(await screen.findByText('Built-in analyst:')).toBeVisible();
    expect(screen.getByText('GPT-6 Luna:')).toBeVisible();
  });

  it('says that there are no calls yet, or that they failed to load', async () => {
    const { api } = await openTab(new FakeResponse(503, { message: 'Try again.' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    api.set(ACCURACY, { review: { tolerance: 'standard', calls: 0, choices: [] } });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(LABELS_COPY.noCalls)).toBeVisible();
  });
});
