import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { FullCall } from '../../../api/types';
import { CALL_POLL_MS, FOLLOW_PAUSE_MS } from '../../../lib/constants';
import { createQueryClient } from '../../../lib/query-client';
import { userQuery } from '../../../lib/session';
import { toastStore } from '../../../lib/toast-store';
import { DELIVERY, fullCall, TRANSCRIPT } from '../../../testing/calls';
import { fakeApi, FakeResponse } from '../../../testing/fake-api';
import { setViewportWidth } from '../../../testing/fake-browser';
import { renderWithProviders } from '../../../testing/render-with-providers';
import { TEST_USERS } from '../../../testing/test-users';
import { CALL_COPY } from './call-copy';
import { OneCall } from './one-call';

// jsdom has no media: these do what a browser's element does as far as the player can tell.
let play: jest.SpyInstance;
beforeEach(() => {
  const paused = new WeakMap<HTMLMediaElement, boolean>();
  jest.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockImplementation(function paused_(this: HTMLMediaElement) {
    return paused.get(this) ?? true;
  });
  play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function start(this: HTMLMediaElement) {
    paused.set(this, false);
    fireEvent.play(this);
    return Promise.resolve();
  });
  jest.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function stop(this: HTMLMediaElement) {
    paused.set(this, true);
    fireEvent.pause(this);
  });
});

const neighbours = { showPrevious: jest.fn(), showNext: jest.fn() };

async function open(
  call: FullCall = fullCall(),
  answers: Record<string, unknown> = {},
): Promise<ReturnType<typeof fakeApi>> {
  const api = fakeApi({
    'GET /api/calls/c1': call,
    'GET /api/calls/c1/transcript': TRANSCRIPT,
    'GET /api/calls/c1/deliveries': [DELIVERY],
    ...answers,
  });
  const client = createQueryClient();
  client.setQueryData(userQuery.queryKey, TEST_USERS.user);
  renderWithProviders(<OneCall id="c1" neighbours={neighbours} close={<button>Close</button>} />, client);
  await screen.findByRole('heading', { name: 'Marlene Ortiz' });
  return api;
}

const audio = (): HTMLAudioElement => {
  const found = document.querySelector('audio');
  if (!found) throw new Error('There is no audio element.');
  return found;
};
const hearUpTo = (seconds: number): void =>
  act(() => {
    audio().currentTime = seconds;
    fireEvent.timeUpdate(audio());
  });
const slider = (): HTMLElement => screen.getByRole('slider', { name: 'Seek' });

describe('the player', () => {
  it('plays the recording of the call and says where it is in words', async () => {
    await open();
    expect(audio()).toHaveAttribute('src', '/api/calls/c1/audio');
    await userEvent.click(screen.getByRole('button', { name: 'Play' }));
    expect(screen.getByRole('button', { name: 'Pause' })).toBeVisible();
    hearUpTo(65);
    expect(slider()).toHaveAttribute('aria-valuetext', '1 minute 5 seconds of 1 minute 12 seconds');
    await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
    expect(screen.getByRole('button', { name: 'Play' })).toBeVisible();
  });

  it('goes ten seconds back and forth, never beyond the ends, and to any place', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Forward 10 seconds' }));
    expect(audio().currentTime).toBe(10);
    await userEvent.click(screen.getByRole('button', { name: 'Back 10 seconds' }));
    await userEvent.click(screen.getByRole('button', { name: 'Back 10 seconds' }));
    expect(audio().currentTime).toBe(0);
    fireEvent.change(slider(), { target: { value: '70' } });
    await userEvent.click(screen.getByRole('button', { name: 'Forward 10 seconds' }));
    expect(audio().currentTime).toBe(72);
  });

  it('has four speeds', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: '1.5 times' }));
    expect(audio().playbackRate).toBe(1.5);
    expect(screen.getByRole('button', { name: '1.5 times' })).toHaveAttribute('aria-pressed', 'true');
    expect(
      within(screen.getByRole('group', { name: 'Speed' }))
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['1×', '1.25×', '1.5×', '2×']);
  });

  it('obeys the keyboard wherever the focus is, but not while it is on a control of that key', async () => {
    await open();
    await userEvent.keyboard('k');
    expect(audio().paused).toBe(false);
    await userEvent.keyboard(' ');
    expect(audio().paused).toBe(true);
    await userEvent.keyboard('ll');
    expect(audio().currentTime).toBe(20);
    await userEvent.keyboard('j{ArrowRight}');
    expect(audio().currentTime).toBe(15);
    slider().focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(audio().currentTime).toBe(14);
    await userEvent.keyboard('{Shift>}n{/Shift}');
    expect(neighbours.showNext).toHaveBeenCalledTimes(1);
    await userEvent.keyboard('{Shift>}p{/Shift}');
    expect(neighbours.showPrevious).toHaveBeenCalledTimes(1);
    screen.getByRole('button', { name: 'Copy Summary' }).focus();
    const before = play.mock.calls.length;
    await userEvent.keyboard(' ');
    expect(play).toHaveBeenCalledTimes(before);
  });

  it('plays from a stretch of the mood', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Negative, 0:42 to 1:10' }));
    expect(audio().currentTime).toBe(42);
    expect(audio().paused).toBe(false);
  });

  it('stops when the call is left', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Play' }));
    const element = audio();
    expect(element.paused).toBe(false);
    cleanup();
    expect(element.paused).toBe(true);
  });

  it('has a plain slider when there is no waveform', async () => {
    await open(fullCall({ peaks: null }));
    expect(slider()).toBeVisible();
  });

  it.each([
    ['was deleted', new FakeResponse(404), CALL_COPY.recordingGone, false],
    ['cannot be decoded', new FakeResponse(200), CALL_COPY.notPlayable, true],
    ['cannot be served', new FakeResponse(503), CALL_COPY.recordingNotLoaded, true],
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), CALL_COPY.recordingNotLoaded, true],
  ])('says so when the recording %s, with another try where that helps', async (_case, answer, words, canRetry) => {
    const load = jest.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue(undefined);
    await open(fullCall(), { 'HEAD /api/calls/c1/audio': answer });
    fireEvent.error(audio());
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(screen.queryByRole('slider')).not.toBeInTheDocument();
    expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(canRetry ? 1 : 0);
    if (!canRetry) return;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(load).toHaveBeenCalledTimes(1);
    expect(slider()).toBeVisible();
    expect(screen.getByRole('region', { name: 'Recording' })).toHaveFocus();
  });
});

describe('the transcript', () => {
  it('marks the line that is heard, and a time leads to its line', async () => {
    await open();
    expect(await screen.findByText('Made by the basic recogniser.')).toBeVisible();
    const lineOf = (text: string): HTMLElement | null => screen.getByText(text).closest('li');
    expect(lineOf('Becker Plumbing.')).not.toHaveAttribute('aria-current');
    hearUpTo(3);
    expect(lineOf('I have no hot water.')).toHaveAttribute('aria-current', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Go to 1:05' }));
    expect(audio().currentTime).toBe(65);
    expect(audio().paused).toBe(false);
    expect(lineOf('Send somebody today.')).toHaveAttribute('aria-current', 'true');
    expect(lineOf('I have no hot water.')).not.toHaveAttribute('aria-current');
  });

  it('follows the recording, not for four seconds after the reader has scrolled, and not at all when switched off', async () => {
    await open();
    const line = (await screen.findByText('Send somebody today.')).closest('li');
    const intoView = jest.spyOn(Element.prototype, 'scrollIntoView');
    jest.useFakeTimers();
    hearUpTo(1);
    expect(intoView).toHaveBeenCalledTimes(1);
    if (line) fireEvent.wheel(line);
    hearUpTo(3);
    act(() => jest.advanceTimersByTime(FOLLOW_PAUSE_MS - 1));
    expect(intoView).toHaveBeenCalledTimes(1);
    act(() => jest.advanceTimersByTime(1));
    expect(intoView).toHaveBeenCalledTimes(2);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Follow' }));
    hearUpTo(66);
    expect(intoView).toHaveBeenCalledTimes(2);
  });

  it('is plain paragraphs without lines, and says so when there is none', async () => {
    await open(fullCall(), { 'GET /api/calls/c1/transcript': { ...TRANSCRIPT, segments: [], text: 'Only words.' } });
    expect(await screen.findByText('Only words.')).toBeVisible();
    expect(screen.queryByRole('checkbox', { name: 'Follow' })).not.toBeInTheDocument();
  });
});

describe('the summary', () => {
  it('lets the moment be heard that a sentence or the label rests on', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: /^She has no hot water\./ }));
    expect(audio().currentTime).toBe(2.5);
    expect(play).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole('button', { name: /Send somebody today/ }));
    expect(audio().currentTime).toBe(65);
    expect(screen.getByText('Nobody has called back.')).toBeVisible();
    expect(screen.getByText('Call back today.')).toBeVisible();
    expect(screen.getByText('No hot water')).toBeVisible();
  });

  it.each([
    [0.8, 'High confidence'],
    [0.79, 'Not sure - please check'],
  ])('says whether the label needs a look, with a confidence of %s', async (confidence, words) => {
    const { result } = fullCall();
    await open(fullCall({ result: result && { ...result, confidence } }));
    expect(screen.getByText(words)).toBeVisible();
  });

  it('is copied as the note that goes out', async () => {
    const person = userEvent.setup();
    await open();
    await person.click(screen.getByRole('button', { name: 'Copy Summary' }));
    expect(await navigator.clipboard.readText()).toBe(
      'Call From: Marlene Ortiz, +15550100142\nCustomer Happiness: Negative\n\nShe has no hot water. Nobody has called back.\n\nKey Points:\n- No hot water\n\nFollow-up: Call back today.',
    );
  });

  it('gives way to the reason when there is none', async () => {
    const links = { self: '/api/calls/c1', audio: null, transcript: null, deliveries: '/api/calls/c1/deliveries' };
    const api = await open(
      fullCall({
        state: 'skipped',
        skipReason: 'no_speech',
        skipMessage: 'Nobody speaks in this recording.',
        result: null,
        engines: null,
        record: null,
        peaks: null,
        links,
      }),
    );
    expect(screen.getByText('Nobody speaks in this recording.')).toBeVisible();
    expect(screen.getByText(CALL_COPY.notKept)).toBeVisible();
    expect(screen.getByText('No transcript for this call.')).toBeVisible();
    expect(api.requests()).not.toContain('GET /api/calls/c1/transcript');
  });

  it('stays when recording and transcript are kept no more, which it says; the call is not processed again', async () => {
    const links = { self: '/api/calls/c1', audio: null, transcript: null, deliveries: '/api/calls/c1/deliveries' };
    const at = '2026-06-29T02:00:00.000Z';
    const result = { ...fullCall().result, evidence: [] } as unknown as FullCall['result'];
    const api = await open(
      fullCall({ result, engines: null, links, hasRecording: false, recordingExpiredAt: at, transcriptExpiredAt: at }),
    );
    expect(screen.getByText(CALL_COPY.recordingExpired)).toBeVisible();
    expect(screen.getByText(CALL_COPY.transcriptExpired)).toBeVisible();
    expect(screen.getByText(/She has no hot water/)).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Reprocess' })).not.toBeInTheDocument();
    expect(api.requests()).not.toContain('GET /api/calls/c1/transcript');
  });

  it('stays, with a word about it, when processing the call again has failed', async () => {
    await open(
      fullCall({
        state: 'failed',
        runNumber: 2,
        error: { code: 'PROVIDER_DOWN', message: 'The transcription service is away.' },
      }),
    );
    expect(screen.getByText("This call couldn't be reprocessed")).toBeVisible();
    expect(screen.getByText('The transcription service is away.')).toBeVisible();
    expect(screen.getByText(/She has no hot water/)).toBeVisible();
  });
});

describe('deliveries', () => {
  it('say what became of each message, and send it again', async () => {
    const api = await open(fullCall(), { 'POST /api/deliveries/d1/resend': { ...DELIVERY, state: 'pending' } });
    const row = (await screen.findByText('The channel is archived.')).closest('li');
    expect(row).toHaveTextContent('Slack Failed#callsThe channel is archived.3 attemptsResend');
    api.set('GET /api/calls/c1/deliveries', [{ ...DELIVERY, state: 'pending', lastError: null }]);
    await userEvent.click(screen.getByRole('button', { name: 'Resend to Slack, #calls' }));
    expect(await screen.findByText('Waiting')).toBeVisible();
    expect(toastStore.get()).toMatchObject({ description: CALL_COPY.resend.succeeded });
    expect(screen.queryByRole('button', { name: /Resend/ })).not.toBeInTheDocument();
  });
});

describe('processing a call again', () => {
  it("asks first, and shows the API's reason when it refuses", async () => {
    const api = await open(fullCall(), {
      'POST /api/calls/c1/reprocess': new FakeResponse(409, { message: 'This call is being processed already.' }),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Reprocess' }));
    const question = await screen.findByRole('alertdialog');
    expect(question).toHaveAccessibleDescription(CALL_COPY.reprocess.question);
    expect(api.requests()).not.toContain('POST /api/calls/c1/reprocess');
    await userEvent.click(within(question).getByRole('button', { name: 'Reprocess' }));
    await within(question).findByRole('alert');
    expect(toastStore.get()).toMatchObject({ description: 'This call is being processed already.' });
    api.set('POST /api/calls/c1/reprocess', { id: 'c1', state: 'queued', links: { self: '' } });
    api.set('GET /api/calls/c1', fullCall({ state: 'queued', result: null }));
    await userEvent.click(within(question).getByRole('button', { name: 'Reprocess' }));
    expect(await screen.findByText('This call is being processed')).toBeVisible();
  });
});

it('narrow windows have tabs, with the player beneath them', async () => {
  setViewportWidth(390);
  await open();
  expect((await screen.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual([
    'Summary',
    'Transcript',
    'Delivery',
  ]);
  await userEvent.click(screen.getByRole('tab', { name: 'Transcript' }));
  expect(await screen.findByText('Becker Plumbing.')).toBeVisible();
  expect(slider()).toBeVisible();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Speed' }), '2×');
  expect(audio().playbackRate).toBe(2);
});

it('the paper has caller, note and every line with its time', async () => {
  await open();
  await screen.findByText('Becker Plumbing.');
  act(() => {
    window.dispatchEvent(new Event('beforeprint'));
  });
  const paper = screen.getByRole('article');
  expect(within(paper).getByRole('heading', { name: 'Marlene Ortiz' })).toBeInTheDocument();
  expect(paper).toHaveTextContent('Customer Happiness: Negative');
  expect(within(paper).getByText('1:05').closest('tr')).toHaveTextContent('1:05CallerSend somebody today.');
  act(() => {
    window.dispatchEvent(new Event('afterprint'));
  });
  expect(screen.queryByRole('article')).not.toBeInTheDocument();
});

describe('a call under way', () => {
  it('is asked for through failures until its result is there, and said to be old meanwhile', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const api = await open(fullCall({ state: 'running', result: null }));
    const pass = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));
    const stale = "Couldn't refresh. Retrying…";
    api.set('GET /api/calls/c1', new FakeResponse(503));
    await pass(3 * CALL_POLL_MS);
    expect(screen.getByText(stale)).toBeVisible();
    expect(screen.getByText('This call is being processed')).toBeVisible();
    api.set('GET /api/calls/c1', fullCall());
    await pass(CALL_POLL_MS);
    expect(await screen.findByRole('heading', { name: "Why it's negative" })).toBeVisible();
    expect(screen.queryByText(stale)).not.toBeInTheDocument();
  });
});
