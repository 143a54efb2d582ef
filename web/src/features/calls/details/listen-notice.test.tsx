import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { ReviewReason } from '@ringwell/domain/calls/analysis';

import type { FullCall } from '../../../api/types';
import { REVIEW_REASON_TEXTS, TRANSCRIPT_UNRELIABLE } from '../../../lib/format/call-review';
import { CALL_RESULT, fullCall, UNRELIABLE_RESULT } from '../../../testing/calls';
import { FakeResponse } from '../../../testing/fake-api';
import { setViewportWidth } from '../../../testing/fake-browser';
import { getAudioElement, mockAudioPlayback, playTo, renderCall } from '../../../testing/render-call';
import { CALL_DETAILS_COPY } from './call-details-copy';

mockAudioPlayback();

const findNotice = (): Promise<HTMLElement> => screen.findByRole('region', { name: 'Needs a listen' });
const makeUnreliableCall = (change: Partial<FullCall> = {}): FullCall =>
  fullCall({ result: UNRELIABLE_RESULT, transcriptQuality: { level: 'poor', score: 0.214 }, ...change });

function makeCallWithGuess(reviewReason: ReviewReason, confidence: number): FullCall {
  return fullCall({ result: { ...CALL_RESULT, needsReview: true, reviewReason, confidence } });
}

describe('a call that needs a listen', () => {
  it.each([1_280, 390])('has an explanation and a Listen button in a window %i px wide', async (width) => {
    setViewportWidth(width);
    await renderCall(makeUnreliableCall());
    expect(await findNotice()).toHaveTextContent(`${REVIEW_REASON_TEXTS.words_unreliable}Listen to it below.`);
    playTo(12);
    await userEvent.click(within(await findNotice()).getByRole('button', { name: 'Listen' }));
    expect(getAudioElement().paused).toBe(false);
    expect(getAudioElement().currentTime).toBe(12);
    expect(screen.getByRole('button', { name: 'Pause' })).toHaveFocus();
    await userEvent.keyboard(' ');
    expect(getAudioElement().paused).toBe(true);
  });

  it('shows neither a summary nor a label', async () => {
    await renderCall(makeUnreliableCall());
    expect(screen.queryByRole('heading', { name: 'Summary' })).not.toBeInTheDocument();
    expect(screen.queryByText(/transcribed well enough/)).not.toBeInTheDocument();
    expect(screen.queryByText(/negative/i)).not.toBeInTheDocument();
  });

  it('shows the transcript quality and marks the transcript as unreliable', async () => {
    await renderCall(makeUnreliableCall());
    expect(await screen.findByText(TRANSCRIPT_UNRELIABLE)).toBeVisible();
    expect(screen.getByText('Transcript quality').nextElementSibling).toHaveTextContent(
      `Poor (21%)${CALL_DETAILS_COPY.quality.poor.text}`,
    );
  });

  it.each([
    ['low_confidence', 0.62],
    ['mixed_signals', 0.81],
    ['recording_incomplete', 0.97],
  ] as const)('shows the guess and its reasons for %s', async (reason, confidence) => {
    await renderCall(makeCallWithGuess(reason, confidence));
    expect(await findNotice()).toHaveTextContent(
      `${REVIEW_REASON_TEXTS[reason]}Probably Negative. Listen to it below.`,
    );
    expect(screen.queryByText('Negative', { exact: true })).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { name: "Why it's probably negative" })).toBeVisible();
    expect(screen.getByText('Not sure - please check')).toBeVisible();
    expect(screen.getByRole('button', { name: /Send somebody today/ })).toBeVisible();
  });

  it('shows neither a guess nor a warning about the transcript of a very short recording', async () => {
    await renderCall(makeCallWithGuess('too_few_words', 0.97));
    expect(await findNotice()).toHaveTextContent(`${REVIEW_REASON_TEXTS.too_few_words}Listen to it below.`);
    expect(screen.queryByText(/negative/i)).not.toBeInTheDocument();
    expect(screen.queryByText(TRANSCRIPT_UNRELIABLE)).not.toBeInTheDocument();
  });

  it('has no Listen button if the recording is gone', async () => {
    await renderCall(makeUnreliableCall(), { 'HEAD /api/calls/c1/audio': new FakeResponse(404) });
    fireEvent.error(getAudioElement());
    await screen.findByText(CALL_DETAILS_COPY.recordingGone);
    expect(await findNotice()).toHaveTextContent(REVIEW_REASON_TEXTS.words_unreliable);
    expect(within(await findNotice()).queryByRole('button')).not.toBeInTheDocument();
    expect(await findNotice()).not.toHaveTextContent('Listen to it below.');
  });
});

it.each([
  ['good', 0.914, 'Good (91%)'],
  ['fair', 0.62, 'Fair (62%)'],
] as const)('shows %s transcript quality without a notice', async (level, score, label) => {
  await renderCall(fullCall({ transcriptQuality: { level, score } }));
  expect(screen.getByText('Transcript quality').nextElementSibling).toHaveTextContent(
    label + CALL_DETAILS_COPY.quality[level].text,
  );
  expect(screen.queryByRole('region', { name: 'Needs a listen' })).not.toBeInTheDocument();
  expect(screen.queryByText(TRANSCRIPT_UNRELIABLE)).not.toBeInTheDocument();
});

it('makes no claim about transcript quality if the engine does not report confidence', async () => {
  await renderCall(fullCall({ transcriptQuality: null }));
  expect(screen.getByText('Transcript quality').closest('div')).toHaveTextContent(/Not measured/);
});
