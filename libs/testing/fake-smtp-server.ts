import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

export interface ReceivedEmail {
  envelope: { from: string; recipients: string[] };
  message: Email;
  raw: string;
}

/**
 * How the server responds to a recipient or a complete message: a code such as 421, 450 or 550 rejects it, optionally
 * with custom text; `close` closes the connection, `hang` never responds.
 */
export type MailReply =
  | 'accept'
  | { at: 'recipient' | 'message'; response: number | 'close' | 'hang' | { code: number; text: string } };

export class FakeSmtpServer {
  /** All completely received emails, including rejected ones. */
  readonly emails: ReceivedEmail[] = [];
  /** Emails that the server hasn't rejected: confirmed emails, and emails that got no response. */
  readonly keptEmails: ReceivedEmail[] = [];
  /** Called for every recipient and message. Replace this to make the server fail. */
  reply: () => MailReply | Promise<MailReply> = () => 'accept';
  /** If set, clients must sign in with these credentials. */
  credentials?: { user: string; password: string };
  /** The reply to every sign-in, such as 454. */
  authRejectionCode?: number;

  private server?: SMTPServer;
  private readonly sockets = new Set<Socket>();

  /** If unset, the server doesn't encrypt. `secure`: connections start with TLS. */
  tls?: { key: string; cert: string; secure: boolean };

  /** Pass a previous port to restart at the same address. */
  async start(port = 0): Promise<void> {
    this.server = new SMTPServer({
      disabledCommands: [...(this.tls ? [] : ['STARTTLS']), ...(this.credentials ? [] : ['AUTH'])],
      ...this.tls,
      allowInsecureAuth: true,
      authOptional: !this.credentials,
      disableReverseLookup: true,
      closeTimeout: 100,
      onAuth: ({ username, password }, _session, callback) => {
        const isValid = username === this.credentials?.user && password === this.credentials?.password;
        callback(
          isValid && !this.authRejectionCode ? null : createFailure(this.authRejectionCode ?? 535),
          isValid ? { user: username } : undefined,
        );
      },
      onRcptTo: (_address, _session, callback) => {
        this.respond('recipient', callback).catch(callback);
      },
      onData: (stream, session, callback) => {
        this.receive(stream, session).then((mail) => this.respond('message', callback, mail), callback);
      },
    });
    this.server.on('error', () => undefined); // clients closed their connections
    this.server.listen(port, '127.0.0.1');
    await once(this.server.server, 'listening');
    // Destroying the socket under a TLS socket crashes Node.js 26 with a segmentation fault.
    this.server.server.on(this.tls?.secure ? 'secureConnection' : 'connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    this.closeConnections();
    await new Promise<void>((resolve) => {
      if (server) server.close(resolve);
      else resolve();
    });
  }

  get port(): number {
    const address = this.server?.server.address() as AddressInfo | undefined;
    if (!address) throw new Error('The server has not been started.');
    return address.port;
  }

  /** Settings of a system that sends its emails to this server. */
  get settings(): Record<string, string> {
    return { SMTP_URL: this.url, MAIL_FROM: 'Ringwell <calls@example.com>', SUPPORT_EMAIL: 'support@example.com' };
  }

  get url(): string {
    const userInfo = this.credentials ? `${this.credentials.user}:${this.credentials.password}@` : '';
    return `smtp://${userInfo}127.0.0.1:${this.port}`;
  }

  private async receive(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<ReceivedEmail> {
    const raw = await buffer(stream);
    const from = envelope.mailFrom ? envelope.mailFrom.address : '';
    const mail = {
      envelope: { from, recipients: envelope.rcptTo.map(({ address }) => address) },
      message: await PostalMime.parse(raw),
      raw: raw.toString(),
    };
    this.emails.push(mail);
    return mail;
  }

  private async respond(
    at: 'recipient' | 'message',
    callback: (error?: Error | null) => void,
    mail?: ReceivedEmail,
  ): Promise<void> {
    const reply = await this.reply();
    const outcome = reply !== 'accept' && reply.at === at ? reply.response : 'accept';
    if (mail && typeof outcome === 'string') this.keptEmails.push(mail);
    if (outcome === 'accept') callback(null);
    else if (outcome === 'close') this.closeConnections();
    else if (typeof outcome === 'object') callback(createFailure(outcome.code, outcome.text));
    else if (outcome !== 'hang') callback(createFailure(outcome));
  }

  private closeConnections(): void {
    for (const socket of this.sockets) socket.destroy();
  }
}

function createFailure(responseCode: number, text = 'rejected by the test'): Error {
  return Object.assign(new Error(text), { responseCode });
}
