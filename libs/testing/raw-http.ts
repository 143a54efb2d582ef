import { connect, type Socket } from 'node:net';

export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** An HTTP client that sends exactly what it's given, including invalid requests. One request per connection. */
export class RawHttp {
  private receivedBytes = Buffer.alloc(0);
  isClosed = false;
  private waiters: (() => void)[] = [];
  private readonly socket: Socket;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.socket = connect(Number(port), hostname);
    this.socket
      .on('data', (chunk: Buffer) => {
        this.receivedBytes = Buffer.concat([this.receivedBytes, chunk]);
        this.notifyWaiting();
      })
      .on('drain', () => this.notifyWaiting())
      .on('error', () => undefined) // the server may close the connection during a write; `close` follows
      .on('close', () => {
        this.isClosed = true;
        this.notifyWaiting();
      });
  }

  sendHead(method: string, path: string, headers: Record<string, string>): void {
    const lines = Object.entries({ host: 'test', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    this.socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  }

  /** Resolves once there's room for more, or the connection is closed. */
  async send(bytes: Buffer | string): Promise<void> {
    if (this.isClosed || this.socket.write(bytes)) return;
    while (this.socket.writableNeedDrain && !this.isClosed) await this.waitForChange();
  }

  async waitUntilClosed(): Promise<void> {
    while (!this.isClosed) await this.waitForChange();
  }

  /** Resolves with the final response once it is complete. */
  async readResponse(): Promise<RawResponse> {
    for (;;) {
      const response = this.parseResponse();
      if (response) return response;
      if (this.isClosed)
        throw new Error(`The connection was closed without a response: ${this.receivedBytes.toString()}`);
      await this.waitForChange();
    }
  }

  /** Resolves once the server asks for the body of a request with `Expect: 100-continue`. */
  async waitForBodyRequest(): Promise<void> {
    while (!this.receivedBytes.toString().startsWith('HTTP/1.1 100 ')) await this.waitForChange();
    this.receivedBytes = this.receivedBytes.subarray(this.receivedBytes.indexOf('\r\n\r\n') + 4);
  }

  abort(): void {
    this.socket.resetAndDestroy();
  }

  private waitForChange(): Promise<void> {
    return new Promise((resolve) => {
      this.waiters.push(resolve);
    });
  }

  private notifyWaiting(): void {
    for (const resolve of this.waiters.splice(0)) resolve();
  }

  private parseResponse(): RawResponse | undefined {
    const [head = '', ...rest] = this.receivedBytes.toString().split('\r\n\r\n');
    const [statusLine = '', ...lines] = head.split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const body = rest.join('\r\n\r\n');
    if (rest.length === 0 || Buffer.byteLength(body) < Number(headers['content-length'])) return undefined;
    return { status: Number(statusLine.split(' ')[1]), headers, body };
  }
}
