import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { CurrentUser } from '../../api/types';
import { subscribeDialog } from '../../lib/billing/subscribe-dialog';
import { UPLOAD_COPY } from '../../lib/recordings/upload-copy';
import { fullCall, recentCall } from '../../testing/calls';
import { fakeApi, type FakeApi, FakeResponse } from '../../testing/fake-api';
import { FINISHED_UPLOAD } from '../../testing/render-demo-page';
import { renderWithProviders } from '../../testing/render-with-providers';
import { TEST_USERS } from '../../testing/test-users';
import { DemoSandbox } from './demo-sandbox';

const UPLOAD = 'POST /api/demo/upload';
const USAGE = 'GET /api/my/demo-usage';
const makeUsage = (count: number): Record<string, number> => ({
  count,
  limit: 5,
  remaining: 5 - count,
  maxMinutes: 10,
});

function renderSandbox(responses: Record<string, unknown> = {}, user: CurrentUser = TEST_USERS.demo): FakeApi {
  const api = fakeApi({ [USAGE]: makeUsage(2), 'GET /api/my/recent-calls': [], ...responses });
  renderWithProviders(<DemoSandbox />, { user });
  return api;
}

async function uploadRecording(): Promise<void> {
  await userEvent.upload(await screen.findByLabelText(/recording/), new File(['x'], 'call.wav', { type: 'audio/wav' }));
  await userEvent.click(screen.getByRole('button', { name: UPLOAD_COPY.analyze }));
}

describe('DemoSandbox', () => {
  it('shows how many uploads are left, what counts, and how long a recording can be', async () => {
    renderSandbox();
    expect(await screen.findByText('3 of 5 left')).toBeVisible();
    expect(
      screen.getByText(
        'Recordings can be up to 10 minutes long. ' +
          "Every upload counts, even if we can't analyze it, unless the problem is on our side.",
      ),
    ).toBeVisible();
  });

  it('is only available to demo accounts, and does not send requests for others', () => {
    const api = renderSandbox({}, TEST_USERS.user);
    expect(screen.getByText('Demo sandbox is only available for demo accounts')).toBeVisible();
    expect(api.requests()).toEqual([]);
  });

  it('offers a subscription when the limit is reached', async () => {
    subscribeDialog.set(false);
    renderSandbox({ [USAGE]: makeUsage(5) });
    expect(await screen.findByText('Demo Limit Reached')).toBeVisible();
    expect(
      screen.getByText('You have reached your demo limit of 5 uploads. Contact an admin to activate your account.'),
    ).toBeVisible();
    expect(screen.queryByLabelText(/recording/)).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }));
    expect(subscribeDialog.get()).toBe(true);
    subscribeDialog.set(false);
  });

  it('lets the user retry when the usage fails to load', async () => {
    const api = renderSandbox({ [USAGE]: new FakeResponse(503) });
    await screen.findByText("Couldn't load your demo.");
    api.set(USAGE, makeUsage(0));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('5 of 5 left')).toBeVisible();
  });

  it.each([
    ['result.analysis', { result: { analysis: { summary: 'She was pleased.', sentiment: 'positive' } } }, 'Positive'],
    ['result.content', { result: { content: 'She was pleased.' } }, 'Not labeled'],
    [
      'transcription, sentiment and summary',
      { transcription: 'Thank you!', sentiment: 'neutral', summary: 'She was pleased.' },
      'Neutral',
    ],
  ])('reads the result from %s', async (_source, response, label) => {
    renderSandbox({ [UPLOAD]: { message: 'Done.', ...response } });
    await uploadRecording();
    expect(await screen.findByText('She was pleased.')).toBeVisible();
    expect(screen.getByText(label)).toBeVisible();
    expect(screen.queryByText(UPLOAD_COPY.sample)).not.toBeInTheDocument();
    expect(screen.getByRole('group', { name: UPLOAD_COPY.results })).toHaveFocus();
  });

  it('allows another upload while uploads are left', async () => {
    const api = renderSandbox({ [UPLOAD]: { message: 'Done.', result: { content: 'She was pleased.' } } });
    await screen.findByText('3 of 5 left');
    api.set(USAGE, makeUsage(3));
    await uploadRecording();
    await userEvent.click(await screen.findByRole('button', { name: 'Try Another Upload' }));
    expect(screen.getByText('2 of 5 left')).toBeVisible();
    expect(screen.queryByText('She was pleased.')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: UPLOAD_COPY.analyze })).toBeDisabled();
  });

  it("shows the last upload's result without offering another", async () => {
    const api = renderSandbox({
      [USAGE]: makeUsage(4),
      [UPLOAD]: { message: 'Done.', result: { content: 'She was pleased.' } },
    });
    await screen.findByText('1 of 5 left');
    api.set(USAGE, makeUsage(5));
    await uploadRecording();
    expect(await screen.findByText('She was pleased.')).toBeVisible();
    expect(screen.getByText(UPLOAD_COPY.limitTitle)).toBeVisible();
    expect(screen.queryByRole('button', { name: UPLOAD_COPY.again })).not.toBeInTheDocument();
  });

  it('shows the limit when the API rejects an upload that exceeds it', async () => {
    const api = renderSandbox({ [UPLOAD]: new FakeResponse(403, { message: UPLOAD_COPY.limit }) });
    await screen.findByText('3 of 5 left');
    api.set(USAGE, makeUsage(5));
    await uploadRecording();
    await waitFor(() => expect(screen.getByText(UPLOAD_COPY.limitTitle)).toBeVisible());
    expect(screen.getByText(UPLOAD_COPY.failed.title)).toBeVisible();
  });

  it('shows earlier recordings after a reload, with links to their calls', async () => {
    renderSandbox({
      'GET /api/my/recent-calls': [
        recentCall({ id: 'c7', source: 'demo' }),
        recentCall({ id: 'c8', source: 'demo', state: 'running', customerName: null }),
      ],
    });
    expect(await screen.findByRole('heading', { name: 'Your recordings' })).toBeVisible();
    expect(screen.getByText(/Recordings and transcripts are kept for 14 days\./)).toBeVisible();
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/calls/c7', '/calls/c8']);
  });

  it('links a result to its call, and shows the alert a full account would have received, with its time', async () => {
    renderSandbox({
      [UPLOAD]: FINISHED_UPLOAD,
      'GET /api/calls/j1': fullCall({
        id: 'j1',
        source: 'demo',
        receivedAt: '2026-03-31T14:18:30.000Z',
        processingSeconds: 42,
      }),
    });
    await uploadRecording();
    expect(await screen.findByRole('link', { name: 'Play it and see the evidence' })).toHaveAttribute(
      'href',
      '/calls/j1',
    );
    const alert = await screen.findByRole('region', { name: 'The alert you would have received at 10:19 AM' });
    expect(alert).toHaveTextContent('Unhappy customer: Marlene Ortiz');
    expect(alert).toHaveTextContent('“Send somebody today”Call Marlene Ortiz back today');
  });

  it.each([
    [
      'a call that needs a listen',
      { sentiment: 'neutral', needsReview: true },
      'Needs a listen: call with Marlene Ortiz',
    ],
    ['danger', { sentiment: 'neutral', flags: ['danger'] }, 'Danger: call with Marlene Ortiz'],
  ] as const)('shows the alert about %s', async (_case, result, title) => {
    const call = fullCall({ id: 'j1', source: 'demo' });
    renderSandbox({
      [UPLOAD]: FINISHED_UPLOAD,
      'GET /api/calls/j1': { ...call, result: call.result && { ...call.result, ...result } },
    });
    await uploadRecording();
    expect(await screen.findByRole('region', { name: /The alert you would have received/ })).toHaveTextContent(title);
  });

  it('says that a happy customer would not have triggered an alert', async () => {
    const call = fullCall({ id: 'j1', source: 'demo' });
    renderSandbox({
      [UPLOAD]: FINISHED_UPLOAD,
      'GET /api/calls/j1': { ...call, result: call.result && { ...call.result, sentiment: 'positive' } },
    });
    await uploadRecording();
    expect(await screen.findByText(/You wouldn't have been alerted/)).toBeVisible();
  });
});
