import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { ACCOUNT_HEADER } from '@ringwell/domain/account-header';
import { MAX_RECORDING_BYTES } from '@ringwell/domain/account-limits';

import { toastStore } from '../../../lib/toast-store';
import { UPLOAD_COPY } from '../../../lib/upload-copy';
import { ONE_PAGE, renderCallsPage } from '../../../testing/render-calls-page';
import { TEST_USERS } from '../../../testing/test-users';

describe('UploadCall', () => {
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
    fail(): void {
      this.events.dispatchEvent(new Event('error'));
    }
    progress(loaded: number, total: number): void {
      this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }));
    }
    respond(status: number, body: unknown): void {
      Object.assign(this, { status, responseText: JSON.stringify(body) });
      this.events.dispatchEvent(new Event('load'));
    }
  }
  beforeEach(() => {
    jest.spyOn(window, 'XMLHttpRequest').mockImplementation(() => new FakeUpload() as unknown as XMLHttpRequest);
  });

  const chooseFile = (name: string, type: string): void => {
    const file = new File(['RIFF'], name, { type, lastModified: 1_767_225_600_000 });
    fireEvent.change(screen.getByLabelText('Recording'), { target: { files: [file] } });
  };

  it('shows the upload progress and refreshes the list when it is done', async () => {
    const { listQueries } = await renderCallsPage();
    chooseFile('call.mp3', 'audio/mpeg');
    const bar = await screen.findByRole('progressbar', { name: 'Uploading call.mp3' });
    expect(FakeUpload.latest.open).toHaveBeenCalledWith('POST', '/api/calls');
    expect(FakeUpload.latest.sent?.get('audio')).toMatchObject({ name: 'call.mp3' });
    expect(FakeUpload.latest.headers[ACCOUNT_HEADER]).toBe(TEST_USERS.user.id);
    act(() => FakeUpload.latest.progress(1, 4));
    expect(bar).toHaveAttribute('aria-valuenow', '25');
    const requestsBefore = listQueries.length;
    await act(async () => FakeUpload.latest.respond(202, { id: 'c9', state: 'queued', links: { self: '' } }));
    expect(await screen.findByRole('button', { name: 'Upload a call' })).toBeVisible();
    expect(toastStore.get()).toMatchObject({ title: UPLOAD_COPY.succeeded });
    expect(listQueries.length).toBe(requestsBefore + 1);
  });

  it("shows the API's message when an upload fails, and none when it is canceled", async () => {
    await renderCallsPage();
    chooseFile('call.mp3', 'audio/mpeg');
    await screen.findByRole('progressbar');
    await act(async () => FakeUpload.latest.respond(415, { message: "We can't read this file." }));
    expect(toastStore.get()).toMatchObject({
      title: UPLOAD_COPY.failed.title,
      description: "We can't read this file.",
    });
    act(() => toastStore.set(null));
    chooseFile('call.mp3', 'audio/mpeg');
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Upload a call' })).toBeVisible();
    expect(toastStore.get()).toBeNull();
  });

  it('reuses the idempotency key until the upload succeeds', async () => {
    await renderCallsPage();
    const key = (): string | undefined => FakeUpload.latest.headers['Idempotency-Key'];
    const uploadStarted = (): Promise<HTMLElement> => screen.findByRole('progressbar');
    chooseFile('call.mp3', 'audio/mpeg');
    await uploadStarted();
    const first = key();
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    await act(async () => FakeUpload.latest.fail());
    const failedUpload = FakeUpload.latest;
    await userEvent.click(await screen.findByRole('button', { name: 'Retry upload' }));
    await uploadStarted();
    expect(FakeUpload.latest).not.toBe(failedUpload);
    expect(FakeUpload.latest.sent?.get('audio')).toMatchObject({ name: 'call.mp3' });
    expect(FakeUpload.latest.headers[ACCOUNT_HEADER]).toBe(TEST_USERS.user.id);
    expect(key()).toBe(first);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));

    chooseFile('call.mp3', 'audio/mpeg');
    await uploadStarted();
    expect(key()).toBe(first);
    await act(async () => FakeUpload.latest.respond(202, { id: 'c9', state: 'queued', links: { self: '' } }));
    await screen.findByRole('button', { name: 'Upload a call' });
    expect(screen.queryByRole('button', { name: 'Retry upload' })).not.toBeInTheDocument();

    chooseFile('call.mp3', 'audio/mpeg');
    await uploadStarted();
    const second = key();
    expect(second).not.toBe(first);
    await act(async () => FakeUpload.latest.respond(503, { message: 'Try again later.' }));
    await screen.findByRole('button', { name: 'Retry upload' });
    chooseFile('other.mp3', 'audio/mpeg');
    await uploadStarted();
    expect(key()).not.toBe(second);
  });

  it('offers no retry when the file was rejected', async () => {
    await renderCallsPage();
    chooseFile('call.mp3', 'audio/mpeg');
    await screen.findByRole('progressbar');
    await act(async () => FakeUpload.latest.respond(415, { message: "We can't read this file." }));
    expect(await screen.findByRole('button', { name: 'Upload a call' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry upload' })).not.toBeInTheDocument();
  });

  it('rejects files that are not audio or larger than 50 MB', async () => {
    await renderCallsPage();
    await screen.findByRole('button', { name: 'Upload a call' });
    chooseFile('notes.txt', 'text/plain');
    expect(toastStore.get()).toMatchObject(UPLOAD_COPY.invalidType);
    jest.spyOn(File.prototype, 'size', 'get').mockReturnValue(MAX_RECORDING_BYTES + 1);
    chooseFile('long.wav', 'audio/wav');
    expect(toastStore.get()).toMatchObject(UPLOAD_COPY.tooLarge);
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  });

  it('is hidden for accounts that are not active', async () => {
    await renderCallsPage('', ONE_PAGE, TEST_USERS.demo);
    expect(await screen.findByRole('link', { name: 'Export CSV' })).toBeVisible();
    expect(within(document.body).queryByRole('button', { name: 'Upload a call' })).not.toBeInTheDocument();
  });
});
