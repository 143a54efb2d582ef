import { act, fireEvent, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';

import type { CurrentUser, DemoAnalysis, DemoJob } from '../api/types';
import { DemoPage } from '../features/demo/demo-page';
import { UPLOAD_COPY } from '../lib/recordings/upload-copy';
import { fullCall } from './calls';
import { fakeApi, type FakeApi, FakeResponse } from './fake-api';
import { renderWithProviders } from './render-with-providers';
import { TEST_USERS } from './test-users';

export const DEMO_UPLOAD = 'POST /api/demo/upload';
export const DEMO_JOB = 'GET /api/demo/jobs/j1';
export const DEMO_USAGE = 'GET /api/my/demo-usage';

export const ANALYSIS = {
  duration: 247,
  sentiment: 'negative',
  needsReview: false,
  reviewReason: null,
  transcript: 'Agent: Hello.\nCustomer: You are late.',
  summary: 'The customer complained about a delay.',
  keyPoints: ['The visit was two hours late'],
  confidence: 0.934,
  processingTime: 6.42,
  engineNote: 'Basic transcription. Fair on clear speech.',
} satisfies DemoAnalysis;
export const RESULT = { analysis: ANALYSIS, content: 'Call From: Unknown' };
export const FINISHED_UPLOAD = { message: 'Your call is ready.', jobId: 'j1', result: RESULT };
export const PENDING_UPLOAD = new FakeResponse(202, {
  message: 'Your call is still being analyzed.',
  job: { id: 'j1', state: 'queued', links: { self: '/api/demo/jobs/j1' } },
});
export const makeDemoJob = (progress: DemoJob['progress'], change: Partial<DemoJob> = {}): DemoJob => ({
  id: 'j1',
  state: 'running',
  progress,
  result: null,
  error: null,
  ...change,
});
export const RECORDING = new File([new Uint8Array(3_355_443)], 'angry customer.mp3', { type: 'audio/mpeg' });

// Uses fake timers.
export async function renderDemoPage(
  responses: Record<string, unknown> = {},
  user: CurrentUser = TEST_USERS.demo,
): Promise<FakeApi> {
  jest.useFakeTimers();
  const api = fakeApi({
    'GET /api/my/recent-calls': [],
    'GET /api/calls/j1': fullCall({ id: 'j1', source: 'demo' }),
    [DEMO_USAGE]: { count: 2, limit: 5, remaining: 3, maxMinutes: 10 },
    ...responses,
  });
  renderWithProviders(
    <Routes>
      <Route path="/" element={<DemoPage />} />
      <Route path="/auth" element="The sign-in" />
    </Routes>,
    { user },
  );
  await advanceTime(1);
  return api;
}

export const advanceTime = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));
export const getFileInput = (): HTMLElement => screen.getByLabelText(/recording|replace/i, { selector: 'input' });
export const getAnalyzeButton = (): HTMLElement => screen.getByRole('button', { name: UPLOAD_COPY.analyze });
export const getProgressBar = (): HTMLElement => screen.getByRole('progressbar');

export async function analyzeRecording(recording: File = RECORDING): Promise<void> {
  fireEvent.change(getFileInput(), { target: { files: [recording] } });
  act(() => getAnalyzeButton().click());
  await advanceTime(0);
}
