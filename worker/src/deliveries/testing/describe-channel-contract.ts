import { timedOut } from '@ringwell/domain/errors/app-error';
import { captureError } from '@ringwell/testing/capture-error';
import { BAD_BODIES, BAD_HEAD, type FakeHttpProvider, type ProviderReply } from '@ringwell/testing/fake-http-provider';
import type { TestDeliveryMessage } from '@ringwell/testing/make-delivery-message';

import type { DeliveryChannel, SendOptions } from '../delivery-channel';

export interface ChannelContract<TRequest> {
  // Prefix of the channel's error codes, such as `TEAMS`.
  prefix: string;
  notConnectedCode: string;
  // Code for a request that times out.
  timeoutCode: string;
  revokedCredentials: { reply: ProviderReply; code: string };
  // Whether any 2xx is treated as delivered. If false, an unreadable body leaves the delivery uncertain.
  ignoresBody: boolean;
  // Secrets that must not appear in error messages even if a response echoes them.
  secrets: { pattern: RegExp; echo: () => string };
  fake: () => FakeHttpProvider<TRequest>;
  accept: (request: TRequest) => void;
  countDelivered: () => number;
  createChannel: (timeoutMs?: number) => DeliveryChannel;
  createMessage: () => TestDeliveryMessage;
  createUnconnectedMessage: () => TestDeliveryMessage;
  createUnreachable: () => { channel: DeliveryChannel; message: TestDeliveryMessage };
}

const RESPONSE_TIMEOUT_MS = 1_000;

export function sendOptions(): SendOptions {
  return { signal: AbortSignal.timeout(30_000) };
}

/** Tests the cases that all HTTP channels share: errors, timeouts, unreadable responses and aborted requests. */
export function describeChannelContract<TRequest>(contract: ChannelContract<TRequest>): void {
  const { prefix, revokedCredentials, ignoresBody } = contract;
  const respondWith = (reply: ProviderReply): void => {
    contract.fake().reply = () => reply;
  };
  const send = (timeoutMs?: number): Promise<unknown> =>
    contract.createChannel(timeoutMs).send(contract.createMessage(), sendOptions());

  describe('channel contract', () => {
    it.each<[string, Record<string, string>, number | undefined]>([
      ['with Retry-After', { 'retry-after': '30' }, 30_000],
      ['without Retry-After', {}, undefined],
    ])('is rate-limited by a 429 %s', async (_name, headers, retryAfterMs) => {
      respondWith({ status: 429, headers, body: '' });
      const error = await captureError(send());
      expect(error).toMatchObject({ code: `${prefix}_RATE_LIMITED`, kind: 'provider', retryable: true });
      expect(error.retryAfterMs).toBe(retryAfterMs);
      expect(contract.fake().requests).toHaveLength(1);
    });

    it('waits until the date in Retry-After', async () => {
      const date = new Date(Date.now() + 3_600_000).toUTCString();
      respondWith({ status: 429, headers: { 'retry-after': date }, body: '' });
      const { retryAfterMs = 0 } = await captureError(send());
      expect(retryAfterMs).toBeGreaterThan(3_000_000);
      expect(retryAfterMs).toBeLessThanOrEqual(3_600_000);
    });

    it.each([408, 409, 500, 502, 503])('retries after status %d', async (status) => {
      respondWith({ status, headers: { 'retry-after': '7' }, body: '<html>Bad gateway</html>' });
      expect(await captureError(send())).toMatchObject({
        code: `${prefix}_UNAVAILABLE`,
        kind: 'provider',
        retryable: true,
        retryAfterMs: 7_000,
      });
      expect(contract.fake().requests).toHaveLength(1);
    });

    it.each([302, 308])('fails without following redirect %d', async (status) => {
      respondWith({ status, headers: { location: 'http://169.254.169.254/' }, body: '' });
      expect(await captureError(send())).toMatchObject({ code: `${prefix}_REDIRECT`, retryable: false });
      expect(contract.fake().requests).toHaveLength(1);
    });

    it('fails when the credentials were revoked', async () => {
      respondWith(revokedCredentials.reply);
      expect(await captureError(send())).toMatchObject({ code: revokedCredentials.code, retryable: false });
      expect(contract.fake().requests).toHaveLength(1);
    });

    it('fails before making a request when the account is not connected', async () => {
      const sending = contract.createChannel().send(contract.createUnconnectedMessage(), sendOptions());
      expect(await captureError(sending)).toMatchObject({ code: contract.notConnectedCode, retryable: false });
      expect(contract.fake().requests).toHaveLength(0);
    });

    it('retries when the service refuses connections', async () => {
      const { channel, message } = contract.createUnreachable();
      expect(await captureError(channel.send(message, sendOptions()))).toMatchObject({
        code: `${prefix}_UNREACHABLE`,
        kind: 'provider',
        retryable: true,
      });
    });

    it('is uncertain after a timeout, and resends at most once', async () => {
      contract.fake().reply = (request) => {
        contract.accept(request);
        return 'hang';
      };
      const channel = contract.createChannel(RESPONSE_TIMEOUT_MS);
      const message = contract.createMessage();
      expect(await captureError(channel.send(message, sendOptions()))).toMatchObject({
        code: contract.timeoutCode,
        kind: 'timeout',
        retryable: true,
      });
      expect(contract.countDelivered()).toBe(1);
      message.delivery.uncertainTries = 1;
      expect(await channel.verify(message, sendOptions())).toBe('send_again');
      message.delivery.uncertainTries = 2;
      expect(await channel.verify(message, sendOptions())).toBe('give_up');
    });

    it.each<[string, ProviderReply]>([
      ['is not HTTP', BAD_HEAD],
      ['never arrives because the connection breaks', 'break'],
    ])('is uncertain when the response %s', async (_name, reply) => {
      respondWith(reply);
      expect(await captureError(send(RESPONSE_TIMEOUT_MS))).toMatchObject({
        code: `${prefix}_UNCONFIRMED`,
        kind: 'timeout',
        retryable: true,
      });
      expect(contract.fake().requests).toHaveLength(1);
    });

    it.each(BAD_BODIES)(
      ignoresBody
        ? 'is delivered when the body of a successful response %s'
        : 'is uncertain when the body of a successful response %s',
      async (_name, reply) => {
        respondWith(reply);
        if (ignoresBody) expect(await send(RESPONSE_TIMEOUT_MS)).toEqual({});
        else
          expect(await captureError(send(RESPONSE_TIMEOUT_MS))).toMatchObject({
            code: `${prefix}_UNCONFIRMED`,
            kind: 'timeout',
            retryable: true,
          });
      },
    );

    it.each<[string, object | string]>([
      ['HTML', '<html>Welcome to the hotel</html>'],
      ['unexpected JSON', { hello: 'you' }],
    ])(
      ignoresBody
        ? 'is delivered when the body of a successful response is %s'
        : 'is uncertain when the body of a successful response is %s',
      async (_name, body) => {
        respondWith({ status: 200, body });
        if (ignoresBody) expect(await send()).toEqual({});
        else
          expect(await captureError(send())).toMatchObject({
            code: `${prefix}_GARBAGE`,
            kind: 'timeout',
            retryable: true,
          });
        expect(contract.fake().requests).toHaveLength(1);
      },
    );

    it.each<[string, ProviderReply]>([
      ['is cut off', { raw: 'HTTP/1.1 503 Unavailable\r\ncontent-length: 10\r\n\r\nS' }],
      ['never ends', { raw: makeEndlessResponse('503 Service Unavailable'), staysOpen: true }],
    ])('is not delivered when the body of an error response %s', async (_name, reply) => {
      respondWith(reply);
      expect(await captureError(send(RESPONSE_TIMEOUT_MS))).toMatchObject({
        code: `${prefix}_UNAVAILABLE`,
        kind: 'provider',
        retryable: true,
      });
    });

    it.each([
      [
        '429 Too Many Requests\r\nretry-after: 60',
        { code: `${prefix}_RATE_LIMITED`, retryable: true, retryAfterMs: 60_000 },
      ],
      ['400 Bad Request', { code: `${prefix}_REFUSED`, retryable: false }],
    ])('reads the status and headers of %j even if the body never ends', async (head, expected) => {
      respondWith({ raw: makeEndlessResponse(head), staysOpen: true });
      expect(await captureError(send(RESPONSE_TIMEOUT_MS))).toMatchObject({ kind: 'provider', ...expected });
    });

    it("rejects with the signal's reason when aborted", async () => {
      const controller = new AbortController();
      const reason = timedOut('DELIVERY_INTERRUPTED', 'Interrupted.', { retryable: true });
      contract.fake().reply = () => {
        controller.abort(reason);
        return 'hang';
      };
      const sending = contract.createChannel().send(contract.createMessage(), { signal: controller.signal });
      expect(await captureError(sending)).toBe(reason);
    });

    it('keeps secrets out of error messages', async () => {
      respondWith({ status: 400, body: contract.secrets.echo() });
      expect((await captureError(send())).message).not.toMatch(contract.secrets.pattern);
    });
  });
}

function makeEndlessResponse(head: string): string {
  return `HTTP/1.1 ${head}\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n`;
}
