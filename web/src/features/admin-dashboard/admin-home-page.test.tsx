import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { SYSTEM_HEALTH_POLL_MS } from '../../lib/constants';
import { fakeApi } from '../../testing/fake-api';
import { renderWithProviders } from '../../testing/render-with-providers';
import { systemHealth } from '../../testing/system-health';
import { responsesFor, TEST_USERS } from '../../testing/test-users';
import { AdminHomePage } from './admin-home-page';

const USAGE = { totalUsers: 4, activeUsers: 3, totalInstanceRuns: 9 };

describe('AdminHomePage', () => {
  it('shows the all-time usage, and labels it as such', async () => {
    fakeApi({
      ...responsesFor(TEST_USERS.admin),
      'GET /api/admin/usage/system': ({ url }: Request) =>
        new URL(url).searchParams.get('days') === 'all'
          ? { ...USAGE, totalApiCalls: 9_000, totalMinutes: 700 }
          : { ...USAGE, totalApiCalls: 12, totalMinutes: 5 },
    });
    renderWithProviders(<AdminHomePage />, { user: TEST_USERS.admin });
    const findCard = async (label: string): Promise<HTMLElement | null> =>
      (await screen.findByText(label)).closest('div');
    expect(await screen.findByText('9,000')).toBeVisible();
    expect(await findCard('Total API Calls')).toHaveTextContent('9,000');
    expect(await findCard('Processing Minutes')).toHaveTextContent('700');
    expect(screen.getAllByText('All time')).toHaveLength(2);
  });

  it('hides everything below system health until it has loaded, to avoid layout shifts', async () => {
    let respond = (): void => undefined;
    const responded = new Promise<void>((resolve) => (respond = resolve));
    renderPage({
      'GET /api/admin/system-health': async () => {
        await responded;
        return systemHealth();
      },
    });
    expect(screen.getByText('Loading system health')).toBeVisible();
    expect(screen.queryByText('Total Users')).toBeNull();
    respond();
    expect(await screen.findByText('Total Users')).toBeVisible();
    expect(screen.getByText('Everything is running')).toBeVisible();
  });

  it('shows the progress of model downloads', async () => {
    const model = { name: 'parakeet', purpose: 'transcription', totalBytes: 482_468_385, problem: null };
    fakeApi({
      ...responsesFor(TEST_USERS.admin),
      'GET /api/admin/system-health': systemHealth({
        models: [
          { ...model, receivedBytes: 120_617_097 },
          {
            ...model,
            name: 'notes',
            purpose: 'notes',
            receivedBytes: 0,
            problem: 'huggingface.co cannot be reached (timeout).',
          },
        ],
      }),
    });
    renderWithProviders(<AdminHomePage />, { user: TEST_USERS.admin });
    expect(await screen.findByRole('progressbar', { name: 'parakeet download' })).toHaveAttribute(
      'aria-valuenow',
      '25',
    );
    expect(screen.getByText('121 MB of 482 MB')).toBeVisible();
    expect(screen.getByText('huggingface.co cannot be reached (timeout). Retrying automatically.')).toBeVisible();
  });

  it('shows that everything is running, and which engines are in use', async () => {
    localStorage.setItem('has-backup', 'true');
    renderPage();
    expect(await screen.findByText('Everything is running')).toBeVisible();
    const strip = screen.getByRole('heading', { name: 'Everything is running' }).closest('section') ?? document.body;
    expect(within(strip).getByText('Recognizer').closest('dl')).toHaveTextContent(
      'RecognizerParakeet v2WriterQwen3 4BWorkers1 runningIn line3 calls4 runningFailed messagesNoneLast 24 hours' +
        'Disk52 GB freeof 100 GBVersion1.2.0',
    );
    expect(screen.queryByRole('heading', { name: 'Finish the installation' })).toBeNull();
  });

  it('reports within 15 seconds that a worker has stopped responding', async () => {
    jest.useFakeTimers();
    let health = systemHealth();
    renderPage({ 'GET /api/admin/system-health': () => health });
    expect(await screen.findByText('Everything is running')).toBeVisible();
    health = systemHealth({
      workers: [],
      engines: { transcription: [], analysis: [] },
      writers: [],
      silentWorkers: [{ host: 'front-desk', lastSeenAt: '2026-03-02T15:19:00.000Z' }],
      rows: [{ name: 'Processing', state: 'Waiting for workers', status: 'degraded' }],
    });
    await act(() => jest.advanceTimersByTimeAsync(15_000));
    expect(SYSTEM_HEALTH_POLL_MS).toBeLessThanOrEqual(15_000);
    expect(
      screen.getByText('The worker on front-desk stopped responding at 10:19 AM, so calls are waiting. Restart it.'),
    ).toBeVisible();
    expect(screen.queryByText('Everything is running')).toBeNull();
    expect(screen.getByText('Recognizer').closest('dl')).toHaveTextContent(
      'RecognizerUnknownWriterUnknownWorkersNone1 not responding',
    );
    jest.useRealTimers();
  });

  it('reports a worker that takes no calls while others do', async () => {
    const workers = systemHealth().workers.flatMap((worker) => [worker, { ...worker, host: 'back-office', slots: 0 }]);
    renderPage({ 'GET /api/admin/system-health': systemHealth({ workers }) });
    expect(await screen.findByText(/^The worker on back-office can't access the recordings or has/)).toBeVisible();
    expect(screen.queryByText('Everything is running')).toBeNull();
  });

  it('shows whose recordings are waiting in the inbox, and why', async () => {
    const folder = { accountName: 'Becker Plumbing', checkedAt: '2026-03-02T15:19:00.000Z', waiting: 3, refused: 0 };
    const inbox = [
      { ...folder, problem: "The share isn't responding." },
      { ...folder, accountName: 'Reyes HVAC', waiting: 1, refused: 2, problem: null },
    ];
    renderPage({ 'GET /api/admin/system-health': systemHealth({ inbox }) });
    expect(await screen.findByText(/^Becker Plumbing's recordings are waiting. The share isn't resp/)).toBeVisible();
    expect(screen.getByText('Inbox').closest('div')).toHaveTextContent('Inbox2 folders4 waiting, 2 rejected today');
  });

  it('reports who missed an alert, on which channel, and why', async () => {
    const undelivered = {
      userId: 'u7',
      accountName: 'Becker Plumbing',
      channel: 'email' as const,
      destination: 'sam@becker.example',
      failed: 2,
      retrying: 1,
      reason: 'This address was rejected. Check the spelling.',
      callId: 'c1',
    };
    renderPage({ 'GET /api/admin/system-health': systemHealth({ undelivered: [undelivered] }) });
    expect(await screen.findByText('2 messages could not be delivered.')).toBeVisible();
    const row = screen.getByRole('link', { name: 'Becker Plumbing' }).closest('li');
    expect(row).toHaveTextContent(
      'Becker Plumbing · Email · sam@becker.example · 2 failed, 1 retryingThis address was rejected. Check the spelling.Open the call',
    );
    expect(screen.getByRole('link', { name: 'Becker Plumbing' })).toHaveAttribute('href', '/users/u7');
    await userEvent.click(screen.getByRole('button', { name: 'Open the call for Becker Plumbing' }));
    expect(await screen.findByText(/^Login as Becker Plumbing\?/)).toBeVisible();
  });

  it("links an undelivered message in the administrator's own account to its call", async () => {
    const undelivered = {
      userId: TEST_USERS.admin.id,
      accountName: 'Head office',
      channel: 'slack' as const,
      destination: '#calls',
      failed: 1,
      retrying: 0,
      reason: null,
      callId: 'c1',
    };
    renderPage({ 'GET /api/admin/system-health': systemHealth({ undelivered: [undelivered] }) });
    expect(await screen.findByRole('link', { name: 'Open the call' })).toHaveAttribute('href', '/calls/c1');
  });

  it('lists the remaining installation steps until all are done', async () => {
    renderPage({
      'GET /api/admin/system-health': systemHealth({ setup: { mail: false, address: true }, writers: [] }),
    });
    expect(await screen.findByText('1 of 4 steps done')).toBeVisible();
    expect(screen.getByText('SMTP_URL')).toBeVisible();
    expect(screen.queryByText('PUBLIC_URL')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'I have a backup' }));
    expect(screen.getByText('2 of 4 steps done')).toBeVisible();
  });
});

function renderPage(responses: Record<string, unknown> = {}): void {
  fakeApi({ ...responsesFor(TEST_USERS.admin), ...responses });
  renderWithProviders(<AdminHomePage />, { user: TEST_USERS.admin });
}
