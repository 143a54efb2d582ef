import { act, fireEvent, screen } from '@testing-library/react';

import { MAX_RECORDING_BYTES } from '@ringwell/domain/accounts/account-limits';

import { UPLOAD_PROGRESS } from '../../lib/constants';
import { REVIEW_REASON_TEXTS, TRANSCRIPT_UNRELIABLE } from '../../lib/format/call-review';
import { UPLOAD_COPY } from '../../lib/recordings/upload-copy';
import { FakeResponse } from '../../testing/fake-api';
import {
  advanceTime,
  ANALYSIS,
  getAnalyzeButton,
  analyzeRecording,
  DEMO_UPLOAD,
  getFileInput,
  FINISHED_UPLOAD,
  getProgressBar,
  RECORDING,
  renderDemoPage,
} from '../../testing/render-demo-page';
import { SAMPLE_RESULT } from './demo-result';

describe('Sample recordings', () => {
  it('are analyzed with one click', async () => {
    const upload = jest.fn((_request: Request) => FINISHED_UPLOAD);
    await renderDemoPage({ [DEMO_UPLOAD]: upload, 'GET /assets/file': new FakeResponse(200, 'RIFF') });
    fireEvent.click(screen.getByRole('button', { name: 'Price question' }));
    expect(await screen.findByText(ANALYSIS.summary)).toBeVisible();
    const form = await upload.mock.calls[0]?.[0].formData();
    expect(form?.get('audio')).toMatchObject({ name: 'sample-price-question.mp3' });
  });
});

describe('Dropzone', () => {
  it('shows the name, size and type of the chosen file and enables Analyze', async () => {
    await renderDemoPage();
    expect(getAnalyzeButton()).toBeDisabled();
    expect(screen.getByText(UPLOAD_COPY.hint)).toBeVisible();
    fireEvent.change(getFileInput(), { target: { files: [RECORDING] } });
    expect(screen.getByText('angry customer.mp3')).toBeVisible();
    expect(screen.getByText('3.2 MB · audio/mpeg')).toBeVisible();
    expect(getAnalyzeButton()).toBeEnabled();
  });

  it('accepts a dropped file and can be focused with the keyboard', async () => {
    await renderDemoPage();
    const dropEvent = { dataTransfer: { types: ['Files'], files: [RECORDING] } };
    fireEvent.drop(screen.getByText('Drop a recording here, or choose one'), dropEvent);
    expect(screen.getByText('angry customer.mp3')).toBeVisible();
    getFileInput().focus();
    expect(getFileInput()).toHaveFocus();
  });

  it.each([
    ['of an unsupported type', new File(['x'], 'notes.pdf', { type: 'application/pdf' }), UPLOAD_COPY.invalidType],
    ['without a type', new File(['x'], 'call'), UPLOAD_COPY.invalidType],
    [
      'that is too large',
      Object.defineProperty(new File(['x'], 'long.mp3', { type: 'audio/mpeg' }), 'size', {
        value: MAX_RECORDING_BYTES + 1,
      }),
      UPLOAD_COPY.tooLarge,
    ],
  ])('rejects a file %s', async (_case, file, message) => {
    await renderDemoPage();
    fireEvent.change(getFileInput(), { target: { files: [file] } });
    expect(screen.getByText(message.title)).toBeVisible();
    expect(screen.getByText(message.description)).toBeVisible();
    expect(getAnalyzeButton()).toBeDisabled();
  });

  it('accepts a file of exactly the maximum size', async () => {
    await renderDemoPage();
    fireEvent.change(getFileInput(), {
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

describe('demo upload', () => {
  it('sends the file as audio, with progress that rises by 10 every 200 ms up to 90 and ends at 100', async () => {
    let respond: (value: unknown) => void = () => undefined;
    let form: FormData | undefined;
    await renderDemoPage({
      [DEMO_UPLOAD]: async (request: Request) => {
        form = await request.formData();
        return new Promise((resolve) => (respond = resolve));
      },
    });
    await analyzeRecording();
    expect(screen.getByRole('button', { name: UPLOAD_COPY.analyzing })).toHaveAttribute('aria-disabled', 'true');
    expect(getFileInput()).toBeDisabled();
    expect(getProgressBar()).toHaveAttribute('aria-valuenow', '0');
    await advanceTime(UPLOAD_PROGRESS.intervalMs - 1);
    expect(getProgressBar()).toHaveAttribute('aria-valuenow', '0');
    await advanceTime(1);
    expect(getProgressBar()).toHaveAttribute('aria-valuenow', '10');
    await advanceTime(UPLOAD_PROGRESS.intervalMs * 8);
    expect(getProgressBar()).toHaveAttribute('aria-valuenow', '90');
    await advanceTime(UPLOAD_PROGRESS.intervalMs * 20);
    expect(getProgressBar()).toHaveAttribute('aria-valuenow', '90');
    expect([...(form?.entries() ?? [])]).toEqual([
      ['audio', expect.objectContaining({ name: 'angry customer.mp3', size: RECORDING.size, type: 'audio/mpeg' })],
    ]);
    respond(FINISHED_UPLOAD);
    await advanceTime(10);
    expect(getProgressBar()).toHaveAttribute('aria-valuenow', '100');
    expect(screen.getByText(UPLOAD_COPY.succeeded)).toBeVisible();
    expect(screen.getByText('Your call is ready.')).toBeVisible();
  });

  it('shows every field of the result', async () => {
    await renderDemoPage({ [DEMO_UPLOAD]: FINISHED_UPLOAD });
    await analyzeRecording();
    await advanceTime(10);
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

  it('shows Needs a listen with the reason if the recording could not be judged', async () => {
    const analysis = { ...ANALYSIS, needsReview: true, reviewReason: 'words_unreliable' };
    await renderDemoPage({ [DEMO_UPLOAD]: { ...FINISHED_UPLOAD, result: { analysis } } });
    await analyzeRecording();
    await advanceTime(10);
    expect(screen.getByRole('region', { name: 'Needs a listen' })).toHaveTextContent(
      REVIEW_REASON_TEXTS.words_unreliable,
    );
    expect(screen.getByText('Needs a listen')).toBeVisible();
    expect(screen.queryByText('Negative')).not.toBeInTheDocument();
    expect(screen.getByText(TRANSCRIPT_UNRELIABLE)).toBeVisible();
    expect(screen.queryByText('Confidence')).not.toBeInTheDocument();
  });

  it('shows an example result, marked as such, if the response has no result and no job', async () => {
    await renderDemoPage({ [DEMO_UPLOAD]: { message: 'Thank you.' } });
    await analyzeRecording();
    await advanceTime(10);
    expect(screen.getByText('Sample result')).toBeVisible();
    for (const text of ['Positive', '3:00', '1.5 s', ...SAMPLE_RESULT.keyPoints])
      expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByText('Confidence').parentElement).toHaveTextContent('Confidence100%');
    expect(SAMPLE_RESULT.keyPoints).toHaveLength(3);
  });

  it.each([
    [
      'shows the API message',
      new FakeResponse(422, { message: 'No speech in this recording.' }),
      'No speech in this recording.',
    ],
    ['shows a default message', new FakeResponse(500), UPLOAD_COPY.failed.description],
  ])('%s when an upload fails, and allows another attempt', async (_case, response, message) => {
    const api = await renderDemoPage({ [DEMO_UPLOAD]: response });
    await analyzeRecording();
    await advanceTime(10);
    expect(screen.getByText('Upload Failed')).toBeVisible();
    expect(screen.getByText(message)).toBeVisible();
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    api.set(DEMO_UPLOAD, FINISHED_UPLOAD);
    act(() => getAnalyzeButton().click());
    await advanceTime(10);
    expect(screen.getByText(ANALYSIS.summary)).toBeVisible();
  });
});
