import type { ProviderReply } from '@ringwell/testing/fake-http-provider';
import type { MailReply } from '@ringwell/testing/fake-smtp-server';
import { FakeStripeServer } from '@ringwell/testing/fake-stripe-server';

import { RECORDING_PATH, type FaultWorld } from '../fault-world';
import { TRANSCRIPTION_RESPONSE } from '../short-call';
import type { Vendor, VendorMode } from './schedule';

const MALFORMED_RESPONSE: ProviderReply = {
  raw: 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nnonsense\r\n',
};

interface Failure {
  mode: VendorMode;
  failureRate: number;
}

/** Makes the fake vendors fail, each in one way at a time, and records the messages they accept. */
export class Vendors {
  readonly stripe = new FakeStripeServer();
  /** Number of accepted copies of each message, by `webhook-id`. */
  readonly acceptedWebhooks = new Map<string, number>();
  private readonly failures = new Map<Vendor, Failure>();

  /** @param random determines which requests fail */
  constructor(private readonly random: () => number) {}

  async start(): Promise<void> {
    this.stripe.catalog.put('billing/meters', {
      id: 'mtr_1',
      event_name: 'ringwell_minutes',
      display_name: 'Minutes',
      default_aggregation: { formula: 'sum' },
    });
    this.stripe.reply = (request) => {
      const mode = this.chooseMode('stripe');
      // Stripe counts the minutes if only the response is lost, but not after an error.
      if (mode === 'hang' || mode === 'break') this.stripe.serve(request);
      return mode === undefined ? this.stripe.serve(request) : toHttpReply(mode);
    };
    await this.stripe.start();
  }

  connect({ provider, receiver, mail, recording }: FaultWorld): void {
    provider.reply = () => this.reply('speech', TRANSCRIPTION_RESPONSE);
    receiver.reply = ({ path, headers }) => {
      if (path === RECORDING_PATH) return this.reply('receiver', { body: recording });
      const mode = this.chooseMode('receiver');
      // In the `garbage` mode, the status is still 200.
      const isAccepted = mode !== '429' && mode !== '500';
      const id = String(headers['webhook-id']);
      if (isAccepted) this.acceptedWebhooks.set(id, (this.acceptedWebhooks.get(id) ?? 0) + 1);
      return mode === undefined ? { body: 'ok' } : toHttpReply(mode);
    };
    mail.reply = () => toMailReply(this.chooseMode('mail'));
  }

  fail(vendor: Vendor, failure: Failure): void {
    this.failures.set(vendor, failure);
  }

  recover(vendor: Vendor): void {
    this.failures.delete(vendor);
  }

  private reply(vendor: Vendor, defaultReply: ProviderReply): ProviderReply {
    const mode = this.chooseMode(vendor);
    return mode === undefined ? defaultReply : toHttpReply(mode);
  }

  private chooseMode(vendor: Vendor): VendorMode | undefined {
    const failure = this.failures.get(vendor);
    return failure && this.random() < failure.failureRate ? failure.mode : undefined;
  }
}

function toHttpReply(mode: VendorMode): ProviderReply {
  switch (mode) {
    case '429':
      return { status: 429, headers: { 'retry-after': '3' }, body: { error: { message: 'Too many requests.' } } };
    case '500':
      return { status: 500, body: { error: { message: 'Internal error.' } } };
    case 'garbage':
      return MALFORMED_RESPONSE;
    case 'hang':
    case 'break':
      return mode;
  }
}

function toMailReply(mode: VendorMode | undefined): MailReply {
  switch (mode) {
    case undefined:
      return 'accept';
    case '429':
      return { at: 'recipient', response: 450 };
    case '500':
      return { at: 'message', response: 451 };
    case 'hang':
      return { at: 'message', response: 'hang' };
    case 'break':
    case 'garbage':
      return { at: 'message', response: 'close' };
  }
}
