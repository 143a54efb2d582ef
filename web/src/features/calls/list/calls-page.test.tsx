import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Link, Route, Routes, useLocation } from 'react-router';

import { ACCOUNT_HEADER } from '@ringwell/domain/account-header';
import { MAX_RECORDING_BYTES } from '@ringwell/domain/account-limits';

import type { CurrentUser } from '../../../api/types';
import { CALL_POLL_MS, SEARCH_DELAY_MS } from '../../../lib/constants';
import { COPY } from '../../../lib/copy';
import { createQueryClient } from '../../../lib/query-client';
import { userQuery } from '../../../lib/session';
import { toastStore } from '../../../lib/toast-store';
import { UPLOAD_COPY } from '../../../lib/upload-copy';
import { callSummary, fullCall, TRANSCRIPT } from '../../../testing/calls';
import { FakeAnswer, fakeApi } from '../../../testing/fake-api';
import { PEOPLE } from '../../../testing/people';
import { renderPart } from '../../../testing/render-part';
import { CALL_COPY } from '../details/call-copy';
import { CallPage } from '../details/call-page';
import { CallsPage } from './calls-page';

const LIST = 'GET /api/calls';
const ONE_PAGE = { items: [callSummary()], nextCursor: null };

/** Queries of the list so far. */
let asked: string[];

function Address(): ReactNode {
  const { pathname, search } = useLocation();
  return <p data-testid="address">{pathname + search}</p>;
}

async function open(
  search = '',
  answer: unknown = ONE_PAGE,
  person: CurrentUser = PEOPLE.user,
): Promise<ReturnType<typeof fakeApi>> {
  asked = [];
  const api = fakeApi({});
  const answering =
    (next: unknown) =>
    (request: Request): unknown => {
      asked.push(new URL(request.url).search);
      return typeof next === 'function' ? (next as (request: Request) => unknown)(request) : next;
    };
  const set = (call: string, next: unknown): void => api.set(call, call === LIST ? answering(next) : next);
  set(LIST, answer);
  const client = createQueryClient();
  client.setQueryData(userQuery.queryKey, person);
  renderPart(
    <>
      <Link to="/calls">Sidebar</Link>
      <Routes>
        <Route path="/" element={<Link to={`/calls${search}`}>Open</Link>} />
        <Route path="/calls" element={<CallsPage />} />
        <Route path="/calls/:id" element={<CallPage />} />
      </Routes>
      <Address />
    </>,
    client,
  );
  await userEvent.click(screen.getByRole('link', { name: 'Open' }));
  return { ...api, set };
}

const address = (): string => screen.getByTestId('address').textContent;

describe('the list of calls', () => {
  it('is asked for with the filters of the URL, and exported with the same', async () => {
    await open('?search=warm+air&label=negative&state=failed&direction=inbound');
    expect(await screen.findByRole('link', { name: /Marlene Ortiz/ })).toHaveAttribute('href', '/calls/c1');
    expect(asked).toEqual(['?search=warm%20air&sentiment=negative&state=failed%2Ctimed_out&direction=inbound']);
    expect(screen.getByRole('searchbox')).toHaveValue('warm air');
    expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
      'href',
      '/api/calls/export.csv?search=warm+air&sentiment=negative&state=failed%2Ctimed_out&direction=inbound',
    );
  });

  it('puts what is chosen into the URL', async () => {
    await open();
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Label' }), 'Positive');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Skipped');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-01' } });
    expect(address()).toBe('/calls?label=positive&state=skipped&from=2026-03-01');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Label' }), 'All labels');
    expect(address()).toBe('/calls?state=skipped&from=2026-03-01');
  });

  it('searches after a pause in the writing; / leads to the field', async () => {
    await open();
    await screen.findByRole('link', { name: /Marlene/ });
    await userEvent.keyboard('/');
    const field = screen.getByRole('searchbox', { name: 'Search calls' });
    expect(field).toHaveFocus();
    jest.useFakeTimers();
    fireEvent.change(field, { target: { value: 'warm' } });
    act(() => jest.advanceTimersByTime(SEARCH_DELAY_MS - 1));
    fireEvent.change(field, { target: { value: 'warm air' } });
    act(() => jest.advanceTimersByTime(SEARCH_DELAY_MS - 1));
    expect(address()).toBe('/calls');
    act(() => jest.advanceTimersByTime(1));
    expect(address()).toBe('/calls?search=warm+air');
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(asked).toEqual(['', '?search=warm%20air']);
  });

  it('keeps both when a filter is chosen before the search has begun', async () => {
    await open();
    await screen.findByRole('link', { name: /Marlene/ });
    jest.useFakeTimers();
    const field = screen.getByRole('searchbox');
    fireEvent.change(field, { target: { value: 'warm' } });
    fireEvent.change(screen.getByRole('combobox', { name: 'Label' }), { target: { value: 'negative' } });
    fireEvent.change(screen.getByRole('combobox', { name: 'Status' }), { target: { value: 'done' } });
    expect(field).toHaveValue('warm');
    await act(() => jest.advanceTimersByTimeAsync(SEARCH_DELAY_MS));
    expect(address()).toBe('/calls?search=warm&label=negative&state=done');
    fireEvent.change(field, { target: { value: 'warm air' } });
    await act(() => jest.advanceTimersByTimeAsync(SEARCH_DELAY_MS));
    expect(address()).toBe('/calls?search=warm+air&label=negative&state=done');
  });

  it('keeps every filter when two are chosen at once', async () => {
    await open();
    await screen.findByRole('link', { name: /Marlene/ });
    act(() => {
      fireEvent.change(screen.getByRole('combobox', { name: 'Label' }), { target: { value: 'negative' } });
      fireEvent.change(screen.getByRole('combobox', { name: 'Status' }), { target: { value: 'done' } });
    });
    expect(address()).toBe('/calls?label=negative&state=done');
  });

  it('forgets a search that has not begun when the filters are cleared or the list is left', async () => {
    const api = await open('?label=negative', { items: [], nextCursor: null });
    const clear = await screen.findByRole('button', { name: 'Clear filters' });
    api.set(LIST, ONE_PAGE);
    jest.useFakeTimers();
    const field = screen.getByRole('searchbox');
    fireEvent.change(field, { target: { value: 'warm' } });
    fireEvent.click(clear);
    await act(() => jest.advanceTimersByTimeAsync(SEARCH_DELAY_MS));
    expect(address()).toBe('/calls');
    expect(field).toHaveValue('');
    api.set('GET /api/calls/c1', new FakeAnswer(404));
    fireEvent.change(field, { target: { value: 'warm' } });
    fireEvent.click(screen.getByRole('link', { name: /Marlene/ }));
    await act(() => jest.advanceTimersByTimeAsync(SEARCH_DELAY_MS));
    expect(address()).toBe('/calls/c1');
  });

  it('forgets a search that has not begun when a link leads to another list', async () => {
    await open('?label=negative');
    await screen.findByRole('link', { name: /Marlene/ });
    jest.useFakeTimers();
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'warm' } });
    fireEvent.click(screen.getByRole('link', { name: 'Sidebar' }));
    await act(() => jest.advanceTimersByTimeAsync(SEARCH_DELAY_MS));
    expect(address()).toBe('/calls');
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  it('grows part by part: the focus stays on the button, and goes to the first new call when it is gone', async () => {
    const pages: Record<string, unknown> = {
      '': { items: [callSummary()], nextCursor: 'p2' },
      p2: { items: [callSummary({ id: 'c2', customerName: 'Lee' })], nextCursor: 'p3' },
      p3: { items: [callSummary({ id: 'c3', customerName: 'Ann' })], nextCursor: null },
    };
    await open('', (request: Request) => pages[new URL(request.url).searchParams.get('cursor') ?? '']);
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('link', { name: /Lee/ })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Load more' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('link', { name: /Ann/ })).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
    expect(screen.getByText('3 calls')).toBeVisible();
  });

  it('tells an account without calls from filters that leave none', async () => {
    await open('?label=negative', { items: [], nextCursor: null });
    expect(await screen.findByText(COPY.calls.noneFound)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText(COPY.calls.none.title)).toBeVisible();
    expect(address()).toBe('/calls');
  });

  it('can be loaded again after a failure', async () => {
    const api = await open('', new FakeAnswer(500));
    expect(await screen.findByRole('alert')).toHaveTextContent("Couldn't load calls.");
    api.set(LIST, ONE_PAGE);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /Marlene/ })).toBeVisible();
  });

  it('goes on after failures while a call is under way, and says that what it shows may be old', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const api = await open('', { items: [callSummary({ state: 'running' })], nextCursor: 'p2' });
    const list = within(await screen.findByRole('list', { name: COPY.calls.title }));
    expect(list.getByText('Processing')).toBeVisible();
    api.set(LIST, new FakeAnswer(503));
    await act(() => jest.advanceTimersByTimeAsync(3 * CALL_POLL_MS));
    expect(screen.getByText("Couldn't refresh. Retrying…")).toBeVisible();
    expect(screen.queryByText("Couldn't load more calls.")).not.toBeInTheDocument();
    api.set(LIST, { items: [callSummary()], nextCursor: null });
    await act(() => jest.advanceTimersByTimeAsync(CALL_POLL_MS));
    expect(list.getByText('Negative')).toBeVisible();
    expect(screen.queryByText("Couldn't refresh. Retrying…")).not.toBeInTheDocument();
  });

  it('leaves it to the reader to load more after that has failed', async () => {
    const api = await open('', { items: [callSummary()], nextCursor: 'p2' });
    api.set(LIST, new FakeAnswer(503));
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('alert')).toHaveTextContent("Couldn't load more calls.");
    expect(screen.queryByText("Couldn't refresh. Retrying…")).not.toBeInTheDocument();
    api.set(LIST, { items: [callSummary({ id: 'c2', customerName: 'Lee' })], nextCursor: null });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /Lee/ })).toBeVisible();
  });

  it('leads to a call, on to its neighbours, and back with its filters', async () => {
    const api = await open('?state=done', {
      items: [callSummary(), callSummary({ id: 'c2', customerName: 'Lee' })],
      nextCursor: null,
    });
    for (const [id, customerName] of [
      ['c1', 'Marlene Ortiz'],
      ['c2', 'Lee'],
    ] as const) {
      api.set(`GET /api/calls/${id}`, fullCall({ id, customerName }));
      api.set(`GET /api/calls/${id}/transcript`, TRANSCRIPT);
      api.set(`GET /api/calls/${id}/deliveries`, []);
    }
    await userEvent.click(await screen.findByRole('link', { name: /Marlene/ }));
    expect(await screen.findByRole('heading', { name: 'Marlene Ortiz' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Next call' }));
    expect(await screen.findByRole('heading', { name: 'Lee' })).toBeVisible();
    expect(address()).toBe('/calls/c2');
    await userEvent.click(screen.getByRole('link', { name: 'All calls' }));
    expect(address()).toBe('/calls?state=done');
  });
});

it('a call that is not there says so', async () => {
  const api = await open();
  api.set('GET /api/calls/c1', new FakeAnswer(404, { message: 'There is no such call.' }));
  await userEvent.click(await screen.findByRole('link', { name: /Marlene/ }));
  expect(await screen.findByText(CALL_COPY.notFound.title)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Next call' })).not.toBeInTheDocument();
});

describe('an upload', () => {
  class FakeUpload {
    static latest: FakeUpload;
    readonly upload = new EventTarget();
    private readonly events = new EventTarget();
    status = 0;
    statusText = '';
    responseText = '';
    sent: FormData | null = null;
    readonly open = jest.fn();
    readonly headers: Record<string, string> = {};
    constructor() {
      FakeUpload.latest = this;
    }
    addEventListener(type: string, listener: () => void): void {
      this.events.addEventListener(type, listener);
    }
    setRequestHeader(name: string, value: string): void {
      this.headers[name] = value;
    }
    send(form: FormData): void {
      this.sent = form;
    }
    abort(): void {
      this.events.dispatchEvent(new Event('abort'));
    }
    breakOff(): void {
      this.events.dispatchEvent(new Event('error'));
    }
    progress(loaded: number, total: number): void {
      this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }));
    }
    answer(status: number, body: unknown): void {
      Object.assign(this, { status, responseText: JSON.stringify(body) });
      this.events.dispatchEvent(new Event('load'));
    }
  }
  beforeEach(() => {
    jest.spyOn(window, 'XMLHttpRequest').mockImplementation(() => new FakeUpload() as unknown as XMLHttpRequest);
  });

  const choose = (name: string, type: string): void => {
    const file = new File(['RIFF'], name, { type, lastModified: 1_767_225_600_000 });
    fireEvent.change(screen.getByLabelText('Recording'), { target: { files: [file] } });
  };

  it('shows how far it is, and the list anew when it is done', async () => {
    await open();
    choose('call.mp3', 'audio/mpeg');
    const bar = await screen.findByRole('progressbar', { name: 'Uploading call.mp3' });
    expect(FakeUpload.latest.open).toHaveBeenCalledWith('POST', '/api/calls');
    expect(FakeUpload.latest.sent?.get('audio')).toMatchObject({ name: 'call.mp3' });
    expect(FakeUpload.latest.headers[ACCOUNT_HEADER]).toBe(PEOPLE.user.id);
    act(() => FakeUpload.latest.progress(1, 4));
    expect(bar).toHaveAttribute('aria-valuenow', '25');
    const before = asked.length;
    await act(async () => FakeUpload.latest.answer(202, { id: 'c9', state: 'queued', links: { self: '' } }));
    expect(await screen.findByRole('button', { name: 'Upload a call' })).toBeVisible();
    expect(toastStore.get()).toMatchObject({ title: UPLOAD_COPY.succeeded });
    expect(asked.length).toBe(before + 1);
  });

  it("fails in the API's words, and can be called off without any", async () => {
    await open();
    choose('call.mp3', 'audio/mpeg');
    await screen.findByRole('progressbar');
    await act(async () => FakeUpload.latest.answer(415, { message: 'This file is not a recording that can be read.' }));
    expect(toastStore.get()).toMatchObject({
      title: UPLOAD_COPY.failed.title,
      description: 'This file is not a recording that can be read.',
    });
    act(() => toastStore.set(null));
    choose('call.mp3', 'audio/mpeg');
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Upload a call' })).toBeVisible();
    expect(toastStore.get()).toBeNull();
  });

  it('goes under one key until it has succeeded, so that a lost answer makes no second call', async () => {
    await open();
    const key = (): string | undefined => FakeUpload.latest.headers['Idempotency-Key'];
    const isUnderWay = (): Promise<HTMLElement> => screen.findByRole('progressbar');
    choose('call.mp3', 'audio/mpeg');
    await isUnderWay();
    const first = key();
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    await act(async () => FakeUpload.latest.breakOff());
    const lost = FakeUpload.latest;
    await userEvent.click(await screen.findByRole('button', { name: 'Retry upload' }));
    await isUnderWay();
    expect(FakeUpload.latest).not.toBe(lost);
    expect(FakeUpload.latest.sent?.get('audio')).toMatchObject({ name: 'call.mp3' });
    expect(FakeUpload.latest.headers[ACCOUNT_HEADER]).toBe(PEOPLE.user.id);
    expect(key()).toBe(first);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));

    choose('call.mp3', 'audio/mpeg');
    await isUnderWay();
    expect(key()).toBe(first);
    await act(async () => FakeUpload.latest.answer(202, { id: 'c9', state: 'queued', links: { self: '' } }));
    await screen.findByRole('button', { name: 'Upload a call' });
    expect(screen.queryByRole('button', { name: 'Retry upload' })).not.toBeInTheDocument();

    choose('call.mp3', 'audio/mpeg');
    await isUnderWay();
    const second = key();
    expect(second).not.toBe(first);
    await act(async () => FakeUpload.latest.answer(503, { message: 'Later, please.' }));
    await screen.findByRole('button', { name: 'Retry upload' });
    choose('other.mp3', 'audio/mpeg');
    await isUnderWay();
    expect(key()).not.toBe(second);
  });

  it('offers no other try to a file that was refused', async () => {
    await open();
    choose('call.mp3', 'audio/mpeg');
    await screen.findByRole('progressbar');
    await act(async () => FakeUpload.latest.answer(415, { message: 'This file is not a recording that can be read.' }));
    expect(await screen.findByRole('button', { name: 'Upload a call' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry upload' })).not.toBeInTheDocument();
  });

  it('takes sound of at most 50 MB', async () => {
    await open();
    await screen.findByRole('button', { name: 'Upload a call' });
    choose('notes.txt', 'text/plain');
    expect(toastStore.get()).toMatchObject(UPLOAD_COPY.invalidType);
    jest.spyOn(File.prototype, 'size', 'get').mockReturnValue(MAX_RECORDING_BYTES + 1);
    choose('long.wav', 'audio/wav');
    expect(toastStore.get()).toMatchObject(UPLOAD_COPY.tooLarge);
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  });

  it('is for active accounts', async () => {
    await open('', ONE_PAGE, PEOPLE.demo);
    expect(await screen.findByRole('link', { name: 'Export CSV' })).toBeVisible();
    expect(within(document.body).queryByRole('button', { name: 'Upload a call' })).not.toBeInTheDocument();
  });
});
