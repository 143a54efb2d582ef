import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { COPY } from '../../../lib/copy';
import { toastStore } from '../../../lib/messages/toast-store';
import { CALL_RESULT, fullCall } from '../../../testing/calls';
import { getHref } from '../../../testing/get-href';
import { getAudioElement, mockAudioPlayback, renderCall } from '../../../testing/render-call';
import { CALL_DETAILS_COPY } from './call-details-copy';

mockAudioPlayback();

describe('SummarySection', () => {
  it('shows the written summary and instruction', async () => {
    await renderCall();
    expect(screen.getByText('She has no hot water. Nobody has called back.')).toBeVisible();
    expect(screen.getByText('The tank is ten years old')).toBeVisible();
    expect(screen.getByText('Call Marlene Ortiz back today')).toBeVisible();
  });

  it('shows two quotes next to the label if there is no written summary', async () => {
    const secondClaim = { claim: 'Negative', segment: 1, startMs: 2_500, endMs: 6_000, quote: 'I have no hot water' };
    const summary = 'Communication: “Send somebody today” “I have no hot water”';
    await renderCall(
      fullCall({
        result: {
          ...CALL_RESULT,
          writer: null,
          summary,
          keyPoints: [],
          evidence: [...CALL_RESULT.evidence, secondClaim],
        },
      }),
    );
    const explanation = within(screen.getByRole('region', { name: "Why it's negative" }));
    expect(explanation.getAllByRole('button').map(({ title }) => title)).toEqual([
      'Send somebody today',
      'I have no hot water',
    ]);
    expect(screen.getAllByText(/“Send somebody today”/)).toHaveLength(1);
    expect(screen.queryByRole('heading', { name: 'Summary' })).not.toBeInTheDocument();
    expect(screen.getByText('Write a summary')).toBeVisible();
    expect(screen.getByText('Call Marlene Ortiz back today')).toBeVisible();
  });

  it.each(['openai:gpt', null])('has no edit buttons for a demo call (written by %s)', async (writer) => {
    await renderCall(fullCall({ source: 'demo', result: { ...CALL_RESULT, writer } }));
    expect(await screen.findByRole('heading', { name: 'Transcript' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^(Edit|Write|Correct)/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('combobox', { name: 'Booked or not' })).not.toBeInTheDocument();
  });

  it('shows flags for danger and legal action next to the label', async () => {
    await renderCall(fullCall({ result: { ...CALL_RESULT, flags: ['danger', 'legal'] } }));
    expect(screen.getByText('Danger')).toBeVisible();
    expect(screen.getByText('Legal')).toBeVisible();
  });

  it('is shown before the transcript, and after the label with its reason and deciding quote', async () => {
    await renderCall();
    await screen.findByRole('heading', { name: 'Transcript' });
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Marlene Ortiz',
      "Why it's negative",
      'Summary',
      'Delivery',
      'Details',
      'Transcript',
    ]);
    const explanation = within(screen.getByRole('region', { name: "Why it's negative" }));
    await userEvent.click(explanation.getByRole('button', { name: /“Send somebody today”/ }));
    expect(getAudioElement().currentTime).toBe(65);
  });

  it.each([
    [0.8, 'High confidence'],
    [0.79, 'Not sure - please check'],
  ])('shows a confidence of %s as "%s"', async (confidence, message) => {
    await renderCall(fullCall({ result: { ...CALL_RESULT, confidence } }));
    expect(screen.getByText(message)).toBeVisible();
  });

  it('never claims high confidence if some words are unclear', async () => {
    await renderCall(fullCall({ transcriptQuality: { level: 'fair', score: 0.7 } }));
    expect(screen.getByText('Some words are unclear - please check')).toBeVisible();
    expect(screen.queryByText('High confidence')).not.toBeInTheDocument();
  });

  it("names the deciding rule, its words, and the analyst's label", async () => {
    const { sentiment, followUp } = CALL_RESULT;
    await renderCall(
      fullCall({
        result: {
          ...CALL_RESULT,
          followUp: { needed: true, rule: 'no hot water' },
          appliedRules: {
            version: 3,
            label: { name: 'send somebody', sentiment },
            original: { sentiment: 'neutral', needsReview: false, reviewReason: null, label: 'Neutral', followUp },
          },
        },
      }),
    );
    const explanation = within(screen.getByRole('region', { name: "Why it's negative" }));
    expect(explanation.getByText('By your rule “send somebody”. Ringwell said Neutral.')).toBeVisible();
    expect(explanation.getByRole('button', { name: /“Send somebody today”/ })).toBeVisible();
    expect(screen.queryByText('High confidence')).not.toBeInTheDocument();
    expect(screen.getByText('Call this customer back')).toBeVisible();
    expect(screen.getByText(/Your rule “no hot water” asks for it/)).toBeVisible();
  });

  it("copies the summary in the job note's format", async () => {
    const user = userEvent.setup();
    await renderCall();
    await user.click(screen.getByRole('button', { name: 'Copy as note' }));
    expect(toastStore.get()).toMatchObject(COPY.copied('Note'));
    expect(await navigator.clipboard.readText()).toBe(
      'Call From: Marlene Ortiz, (555) 010-0142\nCall Time: Tue, Mar 31, 10:00 AM EDT, 1:12\nCustomer Happiness: Negative\n\n' +
        'She has no hot water. Nobody has called back.\n“Send somebody today” (1:05)\n\n- The tank is ten years old\n\n' +
        'Follow-up: Call Marlene Ortiz back today',
    );
  });

  it('shows the reason when a skipped call has no summary', async () => {
    const links = { self: '/api/calls/c1', audio: null, transcript: null, deliveries: '/api/calls/c1/deliveries' };
    const api = await renderCall(
      fullCall({
        state: 'skipped',
        skipReason: 'too_short',
        skipMessage: 'This call is 12 s long; the minimum is 20 s.',
        result: null,
        engines: null,
        record: null,
        peaks: null,
        links,
      }),
    );
    expect(await screen.findByText(/This call is 12 s long; the minimum is 20 s\./)).toBeVisible();
    expect(getHref('Change the minimum length')).toBe('/settings/calls#limits');
    expect(screen.getByText(CALL_DETAILS_COPY.notKept)).toBeVisible();
    expect(screen.getByText('No transcript for this call.')).toBeVisible();
    expect(api.requests()).not.toContain('GET /api/calls/c1/transcript');
  });

  it('keeps the summary, without offering to reprocess, after the recording and transcript expire', async () => {
    const links = { self: '/api/calls/c1', audio: null, transcript: null, deliveries: '/api/calls/c1/deliveries' };
    const createdAt = '2026-06-29T02:00:00.000Z';
    const api = await renderCall(
      fullCall({
        result: { ...CALL_RESULT, evidence: [] },
        engines: null,
        links,
        hasRecording: false,
        recordingExpiredAt: createdAt,
        transcriptExpiredAt: createdAt,
      }),
    );
    expect(screen.getByText(CALL_DETAILS_COPY.recordingExpired)).toBeVisible();
    expect(screen.getByText(CALL_DETAILS_COPY.transcriptExpired)).toBeVisible();
    expect(screen.getByText(/She has no hot water/)).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Reprocess' })).not.toBeInTheDocument();
    expect(api.requests()).not.toContain('GET /api/calls/c1/transcript');
  });

  it('keeps the previous summary and shows the error when reprocessing fails', async () => {
    await renderCall(
      fullCall({
        state: 'failed',
        runNumber: 2,
        error: { code: 'PROVIDER_DOWN', message: 'The transcription service is unavailable.' },
      }),
    );
    expect(screen.getByText("This call couldn't be reprocessed")).toBeVisible();
    expect(screen.getByText('The transcription service is unavailable.')).toBeVisible();
    expect(screen.getByText(/She has no hot water/)).toBeVisible();
  });
});
