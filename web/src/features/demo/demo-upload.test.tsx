import { act, fireEvent, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';

import { MAX_RECORDING_BYTES } from '@ringwell/domain/account-limits';

import type { CurrentUser, DemoAnalysis, DemoJob } from '../../api/types';
import { DEMO_POLL, UPLOAD_PROGRESS } from '../../lib/constants';
import { createQueryClient } from '../../lib/query-client';
import { userQuery } from '../../lib/session';
import { UPLOAD_COPY } from '../../lib/upload-copy';
import { fakeApi, FakeResponse } from '../../testing/fake-api';
import { renderWithProviders } from '../../testing/render-with-providers';
import { TEST_USERS } from '../../testing/test-users';
import { DemoPage } from './demo-page';
import { SAMPLE_RESULT } from './demo-result';

const UPLOAD = 'POST /api/demo/upload';
const JOB = 'GET /api/demo/jobs/j1';
const USAGE = 'GET /api/my/demo-usage';

const ANALYSIS = {
  duration: 247,
  sentiment: 'negative',
  transcript: 'Agent: Hello.\nCustomer: You are late.',
  summary: 'The customer complained about a delay.',
  keyPoints: ['The visit was two hours late'],
  confidence: 0.934,
  processingTime: 6.42,
  engineNote: 'Made by the basic recogniser.',
} satisfies DemoAnalysis;
const RESULT = { analysis: ANALYSIS, content: 'Call From: Unknown' };
const ANSWER = { message: 'Your call has been analysed.', jobId: 'j1', result: RESULT };
const PENDING = new FakeResponse(202, {
  message: 'Your call is still being analysed.',
  job: { id: 'j1', state: 'queued', links: { self: '/api/demo/jobs/j1' } },
});
const job = (progress: DemoJob['progress'], rest: Partial<DemoJob> = {}): DemoJob => ({
  id: 'j1',
  state: 'running',
  progress,
  result: null,
  error: null,
  ...rest,
});
const RECORDING = new File([new Uint8Array(3_355_443)], 'angry customer.mp3', { type: 'audio/mpeg' });

/** The page of somebody, with fake timers. */
async function open(
  answers: Record<string, unknown> = {},
  person: CurrentUser = TEST_USERS.demo,
): Promise<ReturnType<typeof fakeApi>> {
  jest.useFakeTimers();
  const api = fakeApi({ [USAGE]: { count: 2, limit: 5, remaining: 3 }, ...answers });
  const client = createQueryClient();
  client.setQueryData(userQuery.queryKey, person);
  renderWithProviders(
    <Routes>
      <Route path="/" element={<DemoPage />} />
      <Route path="/auth" element="The sign-in" />
    </Routes>,
    client,
  );
  await pass(1);
  return api;
}

const pass = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));
const input = (): HTMLElement => screen.getByLabelText(/recording|replace/i, { selector: 'input' });
const analyzeButton = (): HTMLElement => screen.getByRole('button', { name: UPLOAD_COPY.analyze });
const bar = (): HTMLElement => screen.getByRole('progressbar');
const polls = (api: ReturnType<typeof fakeApi>): number => api.requests().filter((call) => call === JOB).length;

async function analyze(recording: File = RECORDING): Promise<void> {
  fireEvent.change(input(), { target: { files: [recording] } });
  act(() => analyzeButton().click());
  await pass(0);
}

describe('choosing a recording', () => {
  it('comes before everything else, and shows name, size and type', async () => {
    await open();
    expect(analyzeButton()).toBeDisabled();
    expect(screen.getByText(UPLOAD_COPY.hint)).toBeVisible();
    fireEvent.change(input(), { target: { files: [RECORDING] } });
    expect(screen.getByText('angry customer.mp3')).toBeVisible();
    expect(screen.getByText('3.2 MB · audio/mpeg')).toBeVisible();
    expect(analyzeButton()).toBeEnabled();
  });

  it('also takes one that is dropped, and can be reached by keyboard', async () => {
    await open();
    const dropped = { dataTransfer: { files: [RECORDING] } };
    fireEvent.drop(screen.getByText('Drop a recording here, or choose one'), dropped);
    expect(screen.getByText('angry customer.mp3')).toBeVisible();
    input().focus();
    expect(input()).toHaveFocus();
  });

  it.each([
    ['of another type', new File(['x'], 'notes.pdf', { type: 'application/pdf' }), UPLOAD_COPY.invalidType],
    ['of no type', new File(['x'], 'call'), UPLOAD_COPY.invalidType],
    [
      'that is too large',
      Object.defineProperty(new File(['x'], 'long.mp3', { type: 'audio/mpeg' }), 'size', {
        value: MAX_RECORDING_BYTES + 1,
      }),
      UPLOAD_COPY.tooLarge,
    ],
  ])('refuses a file %s', async (_what, file, words) => {
    await open();
    fireEvent.change(input(), { target: { files: [file] } });
    expect(screen.getByText(words.title)).toBeVisible();
    expect(screen.getByText(words.description)).toBeVisible();
    expect(analyzeButton()).toBeDisabled();
  });

  it('takes a file of exactly the largest size', async () => {
    await open();
    fireEvent.change(input(), {
      target: {
        files: [
          Object.defineProperty(new File(['x'], 'long.mp3', { type: 'audio/mpeg' }), 'size', {
            value: MAX_RECORDING_BYTES,
          }),
        ],
      },
    });
    expect(screen.getByText('50.0 MB · audio/mpeg')).toBeVisible();
  });
});

describe('an upload', () => {
  it('is sent as the file audio; its progress rises by ten every 200 ms, waits at 90 and is 100 with the answer', async () => {
    let answer: (value: unknown) => void = () => undefined;
    let form: FormData | undefined;
    await open({
      [UPLOAD]: async (request: Request) => {
        form = await request.formData();
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
    });
    await analyze();
    expect(screen.getByRole('button', { name: UPLOAD_COPY.analyzing })).toBeDisabled();
    expect(input()).toBeDisabled();
    expect(bar()).toHaveAttribute('aria-valuenow', '0');
    await pass(UPLOAD_PROGRESS.everyMs - 1);
    expect(bar()).toHaveAttribute('aria-valuenow', '0');
    await pass(1);
    expect(bar()).toHaveAttribute('aria-valuenow', '10');
    await pass(UPLOAD_PROGRESS.everyMs * 8);
    expect(bar()).toHaveAttribute('aria-valuenow', '90');
    await pass(UPLOAD_PROGRESS.everyMs * 20);
    expect(bar()).toHaveAttribute('aria-valuenow', '90');
    expect([...(form?.entries() ?? [])]).toEqual([
      ['audio', expect.objectContaining({ name: 'angry customer.mp3', size: RECORDING.size, type: 'audio/mpeg' })],
    ]);
    answer(ANSWER);
    await pass(10);
    expect(bar()).toHaveAttribute('aria-valuenow', '100');
    expect(screen.getByText(UPLOAD_COPY.succeeded)).toBeVisible();
    expect(screen.getByText('Your call has been analysed.')).toBeVisible();
  });

  it('shows everything that was found', async () => {
    await open({ [UPLOAD]: ANSWER });
    await analyze();
    await pass(10);
    for (const text of [
      'Negative',
      '4:07',
      '93%',
      '6.4 s',
      ANALYSIS.summary,
      ...ANALYSIS.keyPoints,
      ANALYSIS.engineNote,
    ])
      expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('region', { name: 'Transcript' }).textContent).toBe(ANALYSIS.transcript);
    expect(screen.getByRole('group', { name: UPLOAD_COPY.results })).toHaveFocus();
    expect(screen.queryByText(UPLOAD_COPY.sample)).not.toBeInTheDocument();
  });

  it('shows a marked sample when the answer has neither a result nor a job', async () => {
    await open({ [UPLOAD]: { message: 'Thank you.' } });
    await analyze();
    await pass(10);
    expect(screen.getByText('Sample result')).toBeVisible();
    for (const text of ['Positive', '3:00', '1.5 s', ...SAMPLE_RESULT.keyPoints])
      expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByText('Confidence').parentElement).toHaveTextContent('Confidence100%');
    expect(SAMPLE_RESULT.keyPoints).toHaveLength(3);
  });

  it.each([
    [
      'the message of the API',
      new FakeResponse(422, { message: 'Nobody speaks in this recording.' }),
      'Nobody speaks in this recording.',
    ],
    ['the fixed words without one', new FakeResponse(500), UPLOAD_COPY.failed.description],
  ])('that fails says so with %s, and can be tried again', async (_what, answer, words) => {
    const api = await open({ [UPLOAD]: answer });
    await analyze();
    await pass(10);
    expect(screen.getByText('Upload Failed')).toBeVisible();
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    api.set(UPLOAD, ANSWER);
    act(() => analyzeButton().click());
    await pass(10);
    expect(screen.getByText(ANALYSIS.summary)).toBeVisible();
  });
});

describe('a job', () => {
  it('is asked for until it has ended, and its steps are shown', async () => {
    const api = await open({ [UPLOAD]: PENDING, [JOB]: job('queued', { state: 'queued' }) });
    await analyze();
    expect(screen.getByText('Queued')).toBeVisible();
    expect(polls(api)).toBe(1);
    api.set(JOB, job('transcribing'));
    await pass(DEMO_POLL.everyMs);
    expect(screen.getByText('Transcribing')).toBeVisible();
    api.set(JOB, job('analysing'));
    await pass(DEMO_POLL.everyMs);
    expect(screen.getByRole('status')).toHaveTextContent('Analyzing');
    expect(bar()).toHaveAttribute('aria-valuenow', '90');
    api.set(JOB, job('finished', { state: 'completed', result: RESULT }));
    await pass(DEMO_POLL.everyMs + 10);
    expect(screen.getByText(ANALYSIS.summary)).toBeVisible();
    expect(bar()).toHaveAttribute('aria-valuenow', '100');
    await pass(DEMO_POLL.everyMs * 5);
    expect(polls(api)).toBe(4);
  });

  it('that came to nothing says why', async () => {
    const api = await open({
      [UPLOAD]: PENDING,
      [JOB]: job('finished', {
        state: 'failed',
        error: { code: 'NO_SPEECH', message: 'Nobody speaks in this recording.' },
      }),
    });
    await analyze();
    await pass(10);
    expect(screen.getByText('Upload Failed')).toBeVisible();
    expect(screen.getByText('Nobody speaks in this recording.')).toBeVisible();
    await pass(DEMO_POLL.everyMs * 3);
    expect(polls(api)).toBe(1);
    expect(screen.queryByRole('button', { name: 'Refresh' })).not.toBeInTheDocument();
  });

  it.each([
    ['the API answers 503', new FakeResponse(503)],
    [
      'the network fails',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
  ])('is asked for again when %s', async (_what, failure) => {
    const api = await open({ [UPLOAD]: PENDING, [JOB]: job('transcribing') });
    await analyze();
    api.set(JOB, failure);
    await pass(DEMO_POLL.everyMs * 2);
    expect(screen.getByRole('status')).toHaveTextContent(UPLOAD_COPY.steps.unknown);
    expect(polls(api)).toBe(3);
    api.set(JOB, job('finished', { state: 'completed', result: RESULT }));
    await pass(DEMO_POLL.everyMs + 10);
    expect(screen.getByText(ANALYSIS.summary)).toBeVisible();
    expect(screen.queryByText('Upload Failed')).not.toBeInTheDocument();
  });

  it('that the API does not know is left alone until somebody looks again', async () => {
    const api = await open({ [UPLOAD]: PENDING, [JOB]: new FakeResponse(404) });
    await analyze();
    await pass(DEMO_POLL.everyMs * 5);
    expect(polls(api)).toBe(1);
    expect(screen.queryByText('Upload Failed')).not.toBeInTheDocument();
    api.set(JOB, job('finished', { state: 'completed', result: RESULT }));
    act(() => screen.getByRole('button', { name: 'Refresh' }).click());
    await pass(10);
    expect(screen.getByText(ANALYSIS.summary)).toBeVisible();
    expect(api.requests().filter((call) => call === UPLOAD)).toHaveLength(1);
  });

  it('is not asked for without end', async () => {
    const api = await open({ [UPLOAD]: PENDING, [JOB]: job('transcribing') });
    await analyze();
    await pass(DEMO_POLL.everyMs * (DEMO_POLL.times + 10));
    expect(polls(api)).toBe(DEMO_POLL.times);
    expect(screen.getByRole('button', { name: 'Refresh' })).toBeVisible();
  });

  it('is not asked for once the page is left', async () => {
    const api = await open({ [UPLOAD]: PENDING, [JOB]: job('transcribing') });
    await analyze();
    act(() => screen.getByRole('link', { name: UPLOAD_COPY.upgrade }).click());
    expect(screen.getByText('The sign-in')).toBeVisible();
    await pass(DEMO_POLL.everyMs * 5);
    expect(polls(api)).toBe(1);
    expect(screen.queryByText('Upload Failed')).not.toBeInTheDocument();
  });
});

describe('the demo page', () => {
  it('leads back to the dashboard and on to a full account', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('link', { name: 'Upgrade to Full Account' })).toHaveAttribute('href', '/auth');
  });

  it('is for demo accounts only', async () => {
    await open({}, TEST_USERS.user);
    expect(screen.getByText(UPLOAD_COPY.demoOnly)).toBeVisible();
    expect(screen.queryByRole('button', { name: UPLOAD_COPY.analyze })).not.toBeInTheDocument();
  });

  it('keeps the last result when no upload is left', async () => {
    const api = await open({ [USAGE]: { count: 4, limit: 5, remaining: 1 }, [UPLOAD]: ANSWER });
    api.set(USAGE, { count: 5, limit: 5, remaining: 0 });
    await analyze();
    await pass(10);
    expect(screen.getByText(ANALYSIS.summary)).toBeVisible();
    expect(screen.getByText(UPLOAD_COPY.limit)).toBeVisible();
  });
});
