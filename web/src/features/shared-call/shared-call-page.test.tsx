import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';

import { SPEAKERS_GUESSED } from '@ringwell/domain/calls/transcript';

import type { SharedCall } from '../../api/types';
import { REVIEW_REASON_TEXTS } from '../../lib/format/call-review';
import { fakeApi, type FakeApi, FakeResponse } from '../../testing/fake-api';
import { getHref } from '../../testing/get-href';
import { renderWithProviders } from '../../testing/render-with-providers';
import { SharedCallPage } from './shared-call-page';

const GET_SHARED_CALL = 'GET /api/shared/abc';
const RECORD_OPENING = 'POST /api/shared/abc/opened';
const WHOLE_CALL: SharedCall = {
  scope: 'whole',
  sharedBy: 'Cedar Creek',
  expiresAt: '2026-04-07T15:00:00.000Z',
  timeZone: 'America/New_York',
  startedAt: '2026-03-31T14:05:00.000Z',
  durationSeconds: 72,
  customerName: 'Dana Reyes',
  phone: '+15551234567',
  direction: 'inbound',
  result: {
    label: 'negative',
    reviewReason: null,
    topic: null,
    quotes: ['Send somebody today'],
    summary: 'She has no hot water.',
    keyPoints: ['The tank is ten years old'],
    followUp: 'Call Dana Reyes back today, 12 Cedar Creek Lane, Dayton',
  },
  transcript: {
    isUnreliable: false,
    speakersGuessed: true,
    segments: [{ speaker: 'customer', startMs: 65_000, text: 'Send somebody today.' }],
  },
  hasAudio: true,
};

function renderPage(response: unknown): FakeApi {
  const api = fakeApi({ [GET_SHARED_CALL]: response, [RECORD_OPENING]: new FakeResponse(204) });
  renderWithProviders(
    <Routes>
      <Route path="/shared/:token" element={<SharedCallPage />} />
    </Routes>,
    { path: '/shared/abc' },
  );
  return api;
}

describe('SharedCallPage', () => {
  it("shows a whole call in the call's time zone, and counts it as opened once", async () => {
    const api = renderPage(WHOLE_CALL);
    expect(await screen.findByRole('heading', { name: 'Dana Reyes' })).toBeVisible();
    expect(screen.getByText('Negative')).toBeVisible();
    expect(screen.getByText('(555) 123-4567 · Inbound · Tue, Mar 31, 2026, 10:05 AM EDT · 1:12')).toBeVisible();
    expect(screen.getByText('“Send somebody today”')).toBeVisible();
    expect(screen.getByText(SPEAKERS_GUESSED)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+15551234567');
    expect(getHref('Map')).toBe(
      'https://www.google.com/maps/search/?api=1&query=12%20Cedar%20Creek%20Lane%2C%20Dayton',
    );
    expect(screen.getByText('Send somebody today.').closest('li')).toHaveTextContent('Customer1:05');
    expect(document.querySelector('audio')).toHaveAttribute('src', '/api/shared/abc/audio');
    expect(
      screen.getByText(/Shared by Cedar Creek\. This link works until Tue, Apr 7, 2026, 11:00 AM EDT/),
    ).toBeVisible();
    await waitFor(() => expect(api.count(RECORD_OPENING)).toBe(1));
  });

  it('does not show a guess as a label', async () => {
    const result = { ...WHOLE_CALL.result, label: 'needs_review', reviewReason: 'mixed_signals', quotes: [] };
    renderPage({ ...WHOLE_CALL, scope: 'summary', phone: null, transcript: null, hasAudio: false, result });
    expect(await screen.findByText('Needs a listen')).toBeVisible();
    expect(screen.getByText(REVIEW_REASON_TEXTS.mixed_signals)).toBeVisible();
    expect(screen.queryByText(/negative/i)).not.toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Transcript' })).not.toBeInTheDocument();
    expect(document.querySelector('audio')).toBeNull();
  });

  it('says that a link does not work without counting it as opened, and offers a retry after other errors', async () => {
    const api = renderPage(new FakeResponse(503));
    await screen.findByRole('alert');
    api.set(GET_SHARED_CALL, new FakeResponse(404, { code: 'SHARED_LINK_INVALID', message: 'Gone.' }));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText("This link doesn't work anymore")).toBeVisible();
    expect(api.requests()).not.toContain(RECORD_OPENING);
  });
});
