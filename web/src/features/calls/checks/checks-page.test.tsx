import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { AccuracyReport, CheckResult, CurrentUser, DrawnCall } from '../../../api/types';
import { CORRECTION, fullCall, TRANSCRIPT } from '../../../testing/calls';
import { clickAndConfirm } from '../../../testing/click-and-confirm';
import { fakeApi, type FakeApi, FakeResponse } from '../../../testing/fake-api';
import { mockAudioPlayback } from '../../../testing/render-call';
import { renderWithProviders } from '../../../testing/render-with-providers';
import { TEST_USERS } from '../../../testing/test-users';
import { ChecksPage } from './checks-page';

const makeDrawnCall = (id: string, customerName: string): DrawnCall => ({
  id,
  customerName,
  direction: 'inbound',
  from: '+15550100142',
  to: '+15550100100',
  startedAt: '2026-03-31T14:00:00.000Z',
  durationSeconds: 72,
  peaks: [4, 80, 30],
  audio: `/api/calls/${id}/audio`,
});
const CALLS = ['Ada', 'Ben', 'Cam', 'Dee', 'Eve'].map((name, index) => makeDrawnCall(`c${index + 1}`, name));
const RESULT: CheckResult = {
  answer: 'negative',
  isRight: true,
  correctedAt: null,
  original: { sentiment: 'negative', needsReview: false, reviewReason: null, label: 'Negative', confidence: 0.9 },
};
const NO_ACCURACY = { right: 0, checked: 0, figure: null };
const REPORT: AccuracyReport = {
  overall: { right: 46, checked: 50, figure: { share: 0.92, low: 0.8116, high: 0.9685 } },
  bySentiment: [
    { sentiment: 'positive', right: 30, checked: 30, figure: { share: 1, low: 0.886, high: 1 } },
    { sentiment: 'neutral', right: 10, checked: 12, figure: null },
    { sentiment: 'negative', right: 6, checked: 8, figure: null },
  ],
  byEngine: [{ engine: 'local', right: 46, checked: 50, figure: { share: 0.92, low: 0.8116, high: 0.9685 } }],
  byMonth: [{ month: '2026-03', right: 46, checked: 50, figure: { share: 0.92, low: 0.8116, high: 0.9685 } }],
  needsListen: { right: 3, checked: 5, figure: null },
  cantTell: 2,
  skipped: 1,
  review: { tolerance: 'standard', calls: 0, choices: [] },
};
const DRAW_CALLS = 'POST /api/checks';
const PUT_ANSWER = 'PUT /api/checks/c1/answer';

mockAudioPlayback();

function renderPage(responses: Record<string, unknown> = {}, user: CurrentUser = TEST_USERS.user): FakeApi {
  const api = fakeApi({ [DRAW_CALLS]: CALLS, 'GET /api/checks/accuracy': REPORT, ...responses });
  renderWithProviders(<ChecksPage />, { user });
  return api;
}
async function chooseAnswer(choice: string): Promise<void> {
  await userEvent.click(await screen.findByRole('radio', { name: choice }));
  await userEvent.click(screen.getByRole('button', { name: 'Save answer' }));
}
const findResult = (): Promise<HTMLElement> => screen.findByRole('region', { name: 'Result' });

describe('ChecksPage', () => {
  it('plays a call without its label and transcript, and shows the label after the answer', async () => {
    const api = renderPage({ [PUT_ANSWER]: RESULT });
    expect(await screen.findByRole('heading', { name: 'Ada' })).toBeVisible();
    expect(screen.getByText('Call 1 of 5')).toBeVisible();
    expect(document.querySelector('audio')).toHaveAttribute('src', '/api/calls/c1/audio');
    expect(screen.getByRole('button', { name: 'Play' })).toBeVisible();
    expect(api.requests().sort()).toEqual(['GET /api/checks/accuracy', DRAW_CALLS]);
    await chooseAnswer('Negative');
    expect(await findResult()).toHaveTextContent('You agree: the label was Negative.');
    expect(await findResult()).toHaveFocus();
    expect(await api.bodies(PUT_ANSWER)).toEqual([{ answer: 'negative' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Next call' }));
    expect(screen.getByRole('heading', { name: 'Ben' })).toHaveFocus();
  });

  it('requires an answer', async () => {
    renderPage();
    await userEvent.click(await screen.findByRole('button', { name: 'Save answer' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Choose an answer.');
  });

  it.each<[string, Partial<CheckResult>, string]>([
    ['Neutral', { answer: 'neutral', isRight: false }, 'The label was Negative.'],
    ["Can't tell", { answer: 'cant_tell', isRight: null }, 'This call counts as "Can\'t tell".'],
    [
      'Negative',
      { original: { ...RESULT.original, needsReview: true, label: 'Needs a listen' } },
      'This call needed a listen. Our guess was Negative, the same as yours.',
    ],
  ])('explains the result of the answer %s', async (choice, change, text) => {
    renderPage({ [PUT_ANSWER]: { ...RESULT, ...change } });
    await chooseAnswer(choice);
    expect(await findResult()).toHaveTextContent(text);
  });

  it('undoes the correction made by an answer', async () => {
    const { correctedAt } = CORRECTION;
    const api = renderPage({
      [PUT_ANSWER]: { ...RESULT, answer: 'neutral', isRight: false, correctedAt },
      'DELETE /api/calls/c1/correction': fullCall(),
    });
    await chooseAnswer('Neutral');
    expect(await findResult()).toHaveTextContent('The call is now labeled Neutral.');
    await userEvent.click(screen.getByRole('button', { name: 'Undo correction' }));
    await waitFor(async () => expect(await findResult()).toHaveTextContent('Your answer still counts.'));
    expect(await findResult()).toHaveFocus();
    expect(api.requests()).toContain('DELETE /api/calls/c1/correction');
  });

  it('moves on to the next call when a colleague has already checked this one', async () => {
    const message = 'Paul Ruiz already checked this call: Neutral. Continue with the next call.';
    renderPage({ [PUT_ANSWER]: new FakeResponse(409, { statusCode: 409, code: 'CHECK_DONE', message }) });
    await chooseAnswer('Neutral');
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    await userEvent.click(screen.getByRole('button', { name: 'Next call' }));
    expect(screen.getByRole('heading', { name: 'Ben' })).toBeVisible();
  });

  it('skips a call with a reason', async () => {
    const api = renderPage({ 'POST /api/checks/c1/skip': new FakeResponse(204) });
    await userEvent.click(await screen.findByRole('button', { name: 'Skip this call' }));
    const dialog = await screen.findByRole('dialog', { name: 'Skip this call?' });
    await userEvent.selectOptions(within(dialog).getByLabelText('Reason'), 'I was on this call');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Skip' }));
    expect(await screen.findByRole('heading', { name: 'Ben' })).toBeVisible();
    expect(await api.bodies('POST /api/checks/c1/skip')).toEqual([{ reason: 'on_the_call' }]);
  });

  it.each([
    ['was deleted', 404],
    ['was checked by a colleague', 409],
  ])('moves on if the call %s before the user could skip it', async (_reason, status) => {
    renderPage({ 'POST /api/checks/c1/skip': new FakeResponse(status) });
    await userEvent.click(await screen.findByRole('button', { name: 'Skip this call' }));
    const dialog = await screen.findByRole('dialog', { name: 'Skip this call?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Skip' }));
    expect(await screen.findByRole('heading', { name: 'Ben' })).toBeVisible();
  });

  it('shows the transcript on request, even if two speakers start at the same time', async () => {
    const logError = jest.spyOn(console, 'error');
    const segments = TRANSCRIPT.segments.map((segment) => ({ ...segment, startMs: 500 }));
    renderPage({ 'GET /api/calls/c1/transcript': { ...TRANSCRIPT, segments } });
    const summary = await screen.findByText('Show transcript');
    expect(screen.queryByText('Becker Plumbing.')).not.toBeInTheDocument();
    await userEvent.click(summary);
    expect(await screen.findByText('Becker Plumbing.')).toBeInTheDocument();
    expect(logError.mock.calls.join()).not.toContain('the same key'); // React logs duplicate keys
  });

  it('offers five more calls after the first five', async () => {
    const api = renderPage(
      Object.fromEntries(CALLS.map(({ id }) => [`PUT /api/checks/${id}/answer`, RESULT] as [string, unknown])),
    );
    for (let index = 0; index < CALLS.length; index += 1) {
      await chooseAnswer('Negative');
      await userEvent.click(
        await screen.findByRole('button', { name: index < CALLS.length - 1 ? 'Next call' : 'See accuracy' }),
      );
    }
    expect(screen.getByText('Five calls checked')).toBeVisible();
    api.set(DRAW_CALLS, [makeDrawnCall('c6', 'Fay')]);
    await userEvent.click(screen.getByRole('button', { name: 'Check five more' }));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Fay' })).toHaveFocus());
  });

  it('says when there is nothing to check', async () => {
    renderPage({ [DRAW_CALLS]: [] });
    expect(await screen.findByText('No calls to check')).toBeVisible();
  });

  it('shows a separate error for each section', async () => {
    renderPage({ [DRAW_CALLS]: new FakeResponse(500), 'GET /api/checks/accuracy': new FakeResponse(500) });
    expect(await screen.findByText("Couldn't load calls to check.")).toBeVisible();
    expect(await screen.findByText("Couldn't load the accuracy.")).toBeVisible();
  });

  it('does not request calls for viewers', async () => {
    const api = renderPage({}, { ...TEST_USERS.user, memberRole: 'viewer' });
    expect((await screen.findAllByText(/^Correct for 46 of 50/)).length).toBeGreaterThan(0);
    expect(screen.getByText(/^Viewers can't check calls\./)).toBeVisible();
    expect(api.requests()).not.toContain(DRAW_CALLS);
    expect(screen.queryByRole('link', { name: 'Export checked calls' })).not.toBeInTheDocument();
  });
});

describe('AccuracyCard', () => {
  const getRows = (): (string | null | undefined)[] =>
    screen.getAllByRole('term').map((term) => term.parentElement?.textContent);

  it('shows percentages with intervals, or counts when there are too few checks', async () => {
    const api = renderPage();
    const [overall] = await screen.findAllByText('Correct for 46 of 50 checked calls (95% confidence: 81% to 97%)');
    expect(overall).toBeVisible();
    expect(getRows()).toEqual([
      'PositiveCorrect for 30 of 30 checked calls (95% confidence: 89% to 100%)',
      'Neutral12 of 20 checks done',
      'Negative8 of 20 checks done',
      'Built-in analystCorrect for 46 of 50 checked calls (95% confidence: 81% to 97%)',
      'March 2026Correct for 46 of 50 checked calls (95% confidence: 81% to 97%)',
      'Guesses on “Needs a listen” calls5 of 20 checks done',
      "Can't tell2",
      'Skipped1',
    ]);
    expect(screen.getAllByText('Percentages show up after 20 checks.')).toHaveLength(1);
    const link = screen.getByRole('link', { name: 'Export checked calls' });
    expect(link).toHaveAttribute('href', '/api/checks/export.jsonl');
    await clickAndConfirm(api, link, false);
  });

  it('does not show numbers before the first check', async () => {
    const report = { ...REPORT, overall: NO_ACCURACY, needsListen: NO_ACCURACY, cantTell: 0, skipped: 0 };
    renderPage({ 'GET /api/checks/accuracy': report });
    expect(await screen.findByText('0 of 20 checks done')).toBeVisible();
    expect(getRows()).toEqual(["Can't tell0", 'Skipped0']);
  });
});
