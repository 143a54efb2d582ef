import { act, screen } from '@testing-library/react';

import { DEMO_POLL } from '../../lib/constants';
import { UPLOAD_COPY } from '../../lib/recordings/upload-copy';
import { FakeResponse } from '../../testing/fake-api';
import {
  advanceTime,
  ANALYSIS,
  analyzeRecording,
  DEMO_JOB,
  DEMO_UPLOAD,
  makeDemoJob,
  PENDING_UPLOAD,
  getProgressBar,
  renderDemoPage,
  RESULT,
} from '../../testing/render-demo-page';

describe('demo job polling', () => {
  it('polls the job until it finishes, and shows its steps', async () => {
    const api = await renderDemoPage({
      [DEMO_UPLOAD]: PENDING_UPLOAD,
      [DEMO_JOB]: makeDemoJob('queued', { state: 'queued' }),
    });
    await analyzeRecording();
    expect(screen.getByText('Queued')).toBeVisible();
    expect(api.count(DEMO_JOB)).toBe(1);
    api.set(DEMO_JOB, makeDemoJob('transcribing'));
    await advanceTime(DEMO_POLL.intervalMs);
    expect(screen.getByText('Transcribing')).toBeVisible();
    api.set(DEMO_JOB, makeDemoJob('analysing'));
    await advanceTime(DEMO_POLL.intervalMs);
    expect(screen.getByRole('status')).toHaveTextContent('Analyzing');
    expect(getProgressBar()).toHaveAttribute('aria-valuenow', '90');
    api.set(DEMO_JOB, makeDemoJob('finished', { state: 'completed', result: RESULT }));
    await advanceTime(DEMO_POLL.intervalMs + 10);
    expect(screen.getByText(ANALYSIS.summary)).toBeVisible();
    expect(getProgressBar()).toHaveAttribute('aria-valuenow', '100');
    await advanceTime(DEMO_POLL.intervalMs * 5);
    expect(api.count(DEMO_JOB)).toBe(4);
  });

  it('shows why a job failed', async () => {
    const api = await renderDemoPage({
      [DEMO_UPLOAD]: PENDING_UPLOAD,
      [DEMO_JOB]: makeDemoJob('finished', {
        state: 'failed',
        error: { code: 'NO_SPEECH', message: 'No speech in this recording.' },
      }),
    });
    await analyzeRecording();
    await advanceTime(10);
    expect(screen.getByText('Upload Failed')).toBeVisible();
    expect(screen.getByText('No speech in this recording.')).toBeVisible();
    await advanceTime(DEMO_POLL.intervalMs * 3);
    expect(api.count(DEMO_JOB)).toBe(1);
    expect(screen.queryByRole('button', { name: 'Refresh' })).not.toBeInTheDocument();
  });

  it.each([
    ['the API responds with 503', new FakeResponse(503)],
    [
      'the network fails',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
  ])('keeps polling when %s', async (_case, failure) => {
    const api = await renderDemoPage({ [DEMO_UPLOAD]: PENDING_UPLOAD, [DEMO_JOB]: makeDemoJob('transcribing') });
    await analyzeRecording();
    api.set(DEMO_JOB, failure);
    await advanceTime(DEMO_POLL.intervalMs * 2);
    expect(screen.getByRole('status')).toHaveTextContent(UPLOAD_COPY.steps.unknown);
    expect(api.count(DEMO_JOB)).toBe(3);
    api.set(DEMO_JOB, makeDemoJob('finished', { state: 'completed', result: RESULT }));
    await advanceTime(DEMO_POLL.intervalMs + 10);
    expect(screen.getByText(ANALYSIS.summary)).toBeVisible();
    expect(screen.queryByText('Upload Failed')).not.toBeInTheDocument();
  });

  it('stops polling when the API cannot find the job, until Refresh is clicked', async () => {
    const api = await renderDemoPage({ [DEMO_UPLOAD]: PENDING_UPLOAD, [DEMO_JOB]: new FakeResponse(404) });
    await analyzeRecording();
    await advanceTime(DEMO_POLL.intervalMs * 5);
    expect(api.count(DEMO_JOB)).toBe(1);
    expect(screen.queryByText('Upload Failed')).not.toBeInTheDocument();
    api.set(DEMO_JOB, makeDemoJob('finished', { state: 'completed', result: RESULT }));
    act(() => screen.getByRole('button', { name: 'Refresh' }).click());
    await advanceTime(10);
    expect(screen.getByText(ANALYSIS.summary)).toBeVisible();
    expect(api.count(DEMO_UPLOAD)).toBe(1);
  });

  it('stops polling at the limit and offers Refresh', async () => {
    const api = await renderDemoPage({ [DEMO_UPLOAD]: PENDING_UPLOAD, [DEMO_JOB]: makeDemoJob('transcribing') });
    await analyzeRecording();
    await advanceTime(DEMO_POLL.intervalMs * (DEMO_POLL.maxAttempts + 10));
    expect(api.count(DEMO_JOB)).toBe(DEMO_POLL.maxAttempts);
    expect(screen.getByRole('button', { name: 'Refresh' })).toBeVisible();
  });

  it('stops polling when the user leaves the page', async () => {
    const api = await renderDemoPage({ [DEMO_UPLOAD]: PENDING_UPLOAD, [DEMO_JOB]: makeDemoJob('transcribing') });
    await analyzeRecording();
    act(() => screen.getByRole('link', { name: UPLOAD_COPY.upgrade }).click());
    expect(screen.getByText('The sign-in')).toBeVisible();
    await advanceTime(DEMO_POLL.intervalMs * 5);
    expect(api.count(DEMO_JOB)).toBe(1);
    expect(screen.queryByText('Upload Failed')).not.toBeInTheDocument();
  });
});
