import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { ACCOUNT_SETTINGS } from '../../../testing/account-settings';
import { fullCall, TRANSCRIPT } from '../../../testing/calls';
import { FakeResponse } from '../../../testing/fake-api';
import { mockAudioPlayback, renderCall } from '../../../testing/render-call';

const SETTINGS = { 'GET /api/my/settings': { ...ACCOUNT_SETTINGS, hasWriter: false, vocabulary: ['Trane'] } };
const PATCH_CALL = 'PATCH /api/calls/c1';
const PATCH_TRANSCRIPT = 'PATCH /api/calls/c1/transcript';
const PATCH_VOCABULARY = 'PATCH /api/my/settings/vocabulary';

mockAudioPlayback();

async function fillField(label: string | RegExp, text: string): Promise<void> {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
}
const clickSave = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Save' }));

describe('Corrections', () => {
  it("shows a colleague's correction when the user returns to the page", async () => {
    const api = await renderCall();
    await screen.findByText('Becker Plumbing.');
    const segments = TRANSCRIPT.segments.map((segment) => ({ ...segment, text: 'Trane Plumbing.' }));
    api.set('GET /api/calls/c1/transcript', { ...TRANSCRIPT, segments });
    api.set('GET /api/calls/c1', fullCall({ customerName: 'Marlene Kowalczyk' }));
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByRole('heading', { name: 'Marlene Kowalczyk' })).toBeVisible();
    expect((await screen.findAllByText('Trane Plumbing.')).length).toBeGreaterThan(0);
  });

  it('corrects the customer name and offers it as a new term', async () => {
    const api = await renderCall(fullCall(), {
      ...SETTINGS,
      [PATCH_CALL]: fullCall({ customerName: 'Marlene Kowalczyk' }),
      [PATCH_VOCABULARY]: { ...ACCOUNT_SETTINGS, hasWriter: false, vocabulary: ['Marlene Kowalczyk', 'Trane'] },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Edit details' }));
    await fillField(/^Customer name/, 'Marlene Kowalczyk');
    await clickSave();
    const offer = await screen.findByRole('dialog', { name: 'Add “Marlene Kowalczyk” to names and words?' });
    expect(await api.bodies(PATCH_CALL)).toEqual([{ customerName: 'Marlene Kowalczyk' }]);
    await userEvent.click(within(offer).getByRole('button', { name: 'Add' }));
    await api.expectBodies(PATCH_VOCABULARY, [{ add: ['Marlene Kowalczyk'] }]);
    await waitFor(() => expect(offer).not.toBeInTheDocument());
  });

  it('swaps caller and callee without losing a number, and sends only the changed details', async () => {
    const call = fullCall({ direction: 'inbound', from: '+15550100142', to: '+15550100100' });
    const api = await renderCall(call, { ...SETTINGS, [PATCH_CALL]: fullCall({ direction: 'outbound' }) });
    await userEvent.click(screen.getByRole('button', { name: 'Edit details' }));
    await userEvent.selectOptions(await screen.findByLabelText(/^Direction/), 'Outbound');
    await clickSave();
    await api.expectBodies(PATCH_CALL, [{ direction: 'outbound', from: '+15550100100', to: '+15550100142' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('shows who spoke for the company and how the name is known, and corrects it', async () => {
    const api = await renderCall(fullCall({ agentName: 'Paul', agentSource: 'heard' }), {
      ...SETTINGS,
      [PATCH_CALL]: fullCall({ agentName: 'Mia', agentSource: 'corrected' }),
    });
    expect(screen.getByText(/^Agent: Paul/)).toHaveTextContent('Agent: Paul (heard in the greeting)');
    await userEvent.click(screen.getByRole('button', { name: 'Edit details' }));
    await fillField(/^Agent/, 'Mia');
    await clickSave();
    await api.expectBodies(PATCH_CALL, [{ agentName: 'Mia' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('corrects a word in the transcript, without offering to add a known term', async () => {
    const correctedTranscript = {
      ...TRANSCRIPT,
      segments: TRANSCRIPT.segments.map((segment, index) =>
        index === 0 ? { ...segment, text: 'Trane Plumbing.' } : segment,
      ),
    };
    let storedTranscript = TRANSCRIPT;
    const api = await renderCall(fullCall(), {
      ...SETTINGS,
      'GET /api/calls/c1/transcript': () => storedTranscript,
      [PATCH_TRANSCRIPT]: () => (storedTranscript = correctedTranscript),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Correct a word' }));
    await fillField('As it appears in the transcript', 'Train');
    await fillField('Correct spelling', 'Trane');
    await clickSave();
    expect(await screen.findByText('Trane Plumbing.')).toBeVisible();
    expect(await api.bodies(PATCH_TRANSCRIPT)).toEqual([{ from: 'Train', to: 'Trane' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(api.requests()).not.toContain(PATCH_VOCABULARY);
  });

  it('explains missing words and rejected corrections', async () => {
    await renderCall(fullCall(), {
      ...SETTINGS,
      [PATCH_TRANSCRIPT]: new FakeResponse(409, {
        code: 'TRANSCRIPT_CHANGED',
        message: "These words aren't in the transcript.",
      }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Correct a word' }));
    await screen.findByRole('dialog');
    await clickSave();
    expect(screen.getByText('Enter the word as it appears in the transcript.')).toBeVisible();
    expect(screen.getByText('Enter the correct spelling.')).toBeVisible();
    await fillField('As it appears in the transcript', 'nowhere');
    await fillField('Correct spelling', 'Trane');
    await clickSave();
    expect(await screen.findByText("These words aren't in the transcript.")).toBeVisible();
    expect(screen.getByLabelText('Correct spelling')).toHaveValue('Trane');
  });
});

describe('FallbackNotice', () => {
  const engines = { transcription: 'sherpa', analysis: 'local', fallbackFrom: 'llm:gpt' };

  it('says that the built-in analyst replaced the language model, and offers to reprocess the call', async () => {
    const api = await renderCall(fullCall({ engines }), {
      'POST /api/calls/c1/reprocess': { id: 'c1', state: 'queued', links: { self: '/api/calls/c1' } },
    });
    const notice = await screen.findByText(
      /Judged by the built-in analyst because the language model wasn't available/,
    );
    const [button] = within(notice.parentElement ?? document.body).getAllByRole('button', { name: 'Reprocess' });
    await userEvent.click(button as HTMLElement);
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reprocess' }));
    await waitFor(() => expect(api.requests()).toContain('POST /api/calls/c1/reprocess'));
  });

  it('does not offer to reprocess the call if the recording was deleted', async () => {
    await renderCall(fullCall({ engines, recordingExpiredAt: '2026-01-02T10:00:00.000Z' }));
    expect(screen.getByText(/wasn't available/)).not.toHaveTextContent('Reprocess');
  });

  it('is not shown if the analyst was not a fallback', async () => {
    await renderCall();
    expect(screen.queryByText(/wasn't available/)).not.toBeInTheDocument();
  });
});
