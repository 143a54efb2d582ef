import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { ACCOUNT_HEADER } from '@ringwell/domain/accounts/account-header';
import { MAX_RECORDING_BYTES } from '@ringwell/domain/accounts/account-limits';

import type { CurrentUser } from '../../../api/types';
import { toastStore } from '../../../lib/messages/toast-store';
import { UPLOAD_COPY } from '../../../lib/recordings/upload-copy';
import { clickToastAction } from '../../../testing/click-toast-action';
import { LIST_CALLS, ONE_PAGE, renderCallsPage } from '../../../testing/render-calls-page';
import { TEST_USERS } from '../../../testing/test-users';

describe('UploadCall', () => {
  class FakeUpload {
    static latest: FakeUpload;
    readonly upload = new EventTarget();
    private readonly events = new EventTarget();
    status = 0;
    statusText = '';
    responseText = '';
    sentForm: FormData | null = null;
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
      this.sentForm = form;
    }
    abort(): void {
      this.events.dispatchEvent(new Event('abort'));
    }
    fail(): void {
      this.events.dispatchEvent(new Event('error'));
    }
    reportProgress(loaded: number, total: number): void {
      this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }));
    }
    respond(status: number, body: unknown, responseText = JSON.stringify(body)): void {
      Object.assign(this, { status, responseText });
      this.events.dispatchEvent(new Event('load'));
    }
  }
  beforeEach(() => {
    jest.spyOn(window, 'XMLHttpRequest').mockImplementation(() => new FakeUpload() as unknown as XMLHttpRequest);
  });

  const makeRecording = (name: string, type = 'audio/mpeg'): File =>
    new File(['RIFF'], name, { type, lastModified: 1_767_225_600_000 });
  const chooseFile = (name: string, type?: string): void => {
    fireEvent.change(screen.getByLabelText('Recording'), { target: { files: [makeRecording(name, type)] } });
  };
  const uploadFile = async (name: string): Promise<void> => {
    chooseFile(name);
    await userEvent.click(await screen.findByRole('button', { name: 'Upload' }));
  };

  it('shows the upload progress and refreshes the list when the upload is done', async () => {
    const { queries } = await renderCallsPage();
    await uploadFile('call.mp3');
    const progressBar = await screen.findByRole('progressbar', { name: 'Uploading call.mp3' });
    expect(FakeUpload.latest.open).toHaveBeenCalledWith('POST', '/api/calls');
    expect(FakeUpload.latest.sentForm?.get('audio')).toMatchObject({ name: 'call.mp3' });
    expect(FakeUpload.latest.headers[ACCOUNT_HEADER]).toBe(TEST_USERS.user.accountId);
    act(() => FakeUpload.latest.reportProgress(1, 4));
    expect(progressBar).toHaveAttribute('aria-valuenow', '25');
    const requestCount = queries(LIST_CALLS).length;
    await act(async () => FakeUpload.latest.respond(202, { id: 'c9', state: 'queued', links: { self: '' } }));
    expect(await screen.findByRole('button', { name: 'Upload a call' })).toBeVisible();
    expect(toastStore.get()).toMatchObject({ title: UPLOAD_COPY.succeeded });
    expect(queries(LIST_CALLS).length).toBe(requestCount + 1);
  });

  it('sends the details that the user entered', async () => {
    await renderCallsPage();
    chooseFile('call.mp3');
    await userEvent.type(await screen.findByLabelText(/^Customer name/), ' Dana Reyes ');
    await userEvent.type(screen.getByLabelText(/^Customer's number/), '+15551234567');
    await userEvent.selectOptions(within(screen.getByRole('dialog')).getByLabelText(/^Direction/), 'Outbound');
    expect(screen.getByLabelText(/^Direction/, { selector: '[role=dialog] *' })).toHaveAccessibleDescription(
      UPLOAD_COPY.about.direction,
    );
    expect(screen.queryByText(/doesn't open a follow-up/)).not.toBeInTheDocument();
    fireEvent.change(screen.getByLabelText(/^Date and time/), { target: { value: '2026-03-31T10:12' } });
    expect(screen.getByText(/doesn't open a follow-up/)).toBeVisible();
    await userEvent.type(screen.getByLabelText(/^Job/), '1204');
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
    await screen.findByRole('progressbar');
    const { audio, ...details } = Object.fromEntries(FakeUpload.latest.sentForm ?? []);
    expect(audio).toMatchObject({ name: 'call.mp3' });
    expect(details).toEqual({
      customerName: 'Dana Reyes',
      to: '+15551234567',
      direction: 'outbound',
      startedAt: '2026-03-31T14:12:00.000Z', // 10:12 in the account's time zone
      jobId: '1204',
    });
  });

  it('uploads nothing when the details dialog is closed', async () => {
    await renderCallsPage();
    chooseFile('call.mp3');
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  });

  it('accepts a recording that is dropped on the page', async () => {
    await renderCallsPage();
    const dropEvent = { dataTransfer: { types: ['Files'], files: [makeRecording('dropped.mp3')] } };
    fireEvent.drop(screen.getByRole('link', { name: 'Export CSV' }), dropEvent);
    expect(await screen.findByText('dropped.mp3')).toBeVisible();
  });

  it("shows the API's message for a failed upload until it is dismissed, but nothing for a canceled one", async () => {
    await renderCallsPage();
    await uploadFile('call.mp3');
    await screen.findByRole('progressbar');
    await act(async () => FakeUpload.latest.respond(415, { message: "We can't read this file." }));
    expect(await screen.findByRole('alert')).toHaveTextContent("Upload Failed We can't read this file.");
    await clickToastAction('Dismiss');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await uploadFile('call.mp3');
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Upload a call' })).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('reuses the idempotency key until the upload succeeds', async () => {
    await renderCallsPage();
    const getIdempotencyKey = (): string | undefined => FakeUpload.latest.headers['Idempotency-Key'];
    const waitForUpload = (): Promise<HTMLElement> => screen.findByRole('progressbar');
    await uploadFile('call.mp3');
    await waitForUpload();
    const firstKey = getIdempotencyKey();
    expect(firstKey).toMatch(/^[0-9a-f]{32}$/);
    await act(async () => FakeUpload.latest.fail());
    const failedUpload = FakeUpload.latest;
    await userEvent.click(await screen.findByRole('button', { name: 'Retry upload' }));
    await waitForUpload();
    expect(FakeUpload.latest).not.toBe(failedUpload);
    expect(FakeUpload.latest.sentForm?.get('audio')).toMatchObject({ name: 'call.mp3' });
    expect(FakeUpload.latest.headers[ACCOUNT_HEADER]).toBe(TEST_USERS.user.accountId);
    expect(getIdempotencyKey()).toBe(firstKey);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));

    await uploadFile('call.mp3');
    await waitForUpload();
    expect(getIdempotencyKey()).toBe(firstKey);
    await act(async () => FakeUpload.latest.respond(202, { id: 'c9', state: 'queued', links: { self: '' } }));
    await screen.findByRole('button', { name: 'Upload a call' });
    expect(screen.queryByRole('button', { name: 'Retry upload' })).not.toBeInTheDocument();

    await uploadFile('call.mp3');
    await waitForUpload();
    const secondKey = getIdempotencyKey();
    expect(secondKey).not.toBe(firstKey);
    await act(async () => FakeUpload.latest.respond(503, { message: 'Try again later.' }));
    await screen.findByRole('button', { name: 'Retry upload' });
    await uploadFile('other.mp3');
    await waitForUpload();
    expect(getIdempotencyKey()).not.toBe(secondKey);
  });

  it("offers a retry after a response that isn't the API's, such as a network's sign-in page", async () => {
    await renderCallsPage();
    await uploadFile('call.mp3');
    await screen.findByRole('progressbar');
    await act(async () => FakeUpload.latest.respond(200, undefined, '<html>Accept the terms</html>'));
    expect(await screen.findByRole('alert')).toHaveTextContent(UPLOAD_COPY.failed.title);
    expect(screen.getByRole('button', { name: 'Retry upload' })).toBeVisible();
  });

  it('does not offer a retry if the file was rejected', async () => {
    await renderCallsPage();
    await uploadFile('call.mp3');
    await screen.findByRole('progressbar');
    await act(async () => FakeUpload.latest.respond(415, { message: "We can't read this file." }));
    expect(await screen.findByRole('button', { name: 'Upload a call' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry upload' })).not.toBeInTheDocument();
  });

  it.each([
    ['call.webm', 'video/webm'],
    ['call.mp4', 'video/mp4'],
    ['call.3gp', 'video/3gpp'],
    ['call.amr', ''],
    ['call.m4a', 'application/octet-stream'],
  ])('accepts %s declared as "%s"', async (name, type) => {
    await renderCallsPage();
    await screen.findByRole('button', { name: 'Upload a call' });
    chooseFile(name, type);
    expect(await screen.findByRole('dialog')).toHaveTextContent(UPLOAD_COPY.about.title);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('rejects files that are not audio or exceed 50 MB', async () => {
    await renderCallsPage();
    await screen.findByRole('button', { name: 'Upload a call' });
    chooseFile('notes.txt', 'text/plain');
    expect(screen.getByRole('alert')).toHaveTextContent(UPLOAD_COPY.invalidType.description);
    jest.spyOn(File.prototype, 'size', 'get').mockReturnValue(MAX_RECORDING_BYTES + 1);
    chooseFile('long.wav', 'audio/wav');
    expect(screen.getByRole('alert')).toHaveTextContent(UPLOAD_COPY.tooLarge.description);
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  });

  it.each<[string, CurrentUser]>([
    ['accounts that are not active', TEST_USERS.demo],
    ['viewers', { ...TEST_USERS.user, memberRole: 'viewer' }],
  ])('is hidden for %s', async (_case, user) => {
    await renderCallsPage('', ONE_PAGE, user);
    expect(await screen.findByRole('link', { name: 'Export CSV' })).toBeVisible();
    expect(within(document.body).queryByRole('button', { name: 'Upload a call' })).not.toBeInTheDocument();
  });
});
