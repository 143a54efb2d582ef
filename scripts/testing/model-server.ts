import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Handler = (request: IncomingMessage, response: ServerResponse, content: Buffer) => void;

/** Serves files as the model publisher does, with ETags and ranges. */
export class ModelServer {
  readonly files = new Map<string, Buffer>();
  readonly ranges: (string | undefined)[] = [];
  /** Called with the number of bytes of a file sent so far. */
  onSent: (path: string, bytes: number) => void = () => undefined;
  /** Chunk size for sending files; 0 sends whole files. */
  chunkBytes = 0;
  private readonly nextHandlers = new Map<string, Handler[]>();
  private readonly server = createServer((request, response) => this.serve(request, response));

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  reset(): void {
    this.files.clear();
    this.nextHandlers.clear();
    this.ranges.length = 0;
    this.chunkBytes = 0;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Sets the handlers for the next requests for a file, each used once. */
  respondNextWith(path: string, ...handlers: Handler[]): void {
    this.nextHandlers.set(path, handlers);
  }

  private serve(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '';
    const content = this.files.get(path);
    if (!path.endsWith('checksum.txt')) this.ranges.push(request.headers.range);
    const handler = this.nextHandlers.get(path)?.shift();
    if (handler) handler(request, response, content ?? Buffer.alloc(0));
    else if (content) void this.send(request, response, content);
    else response.writeHead(404).end();
  }

  private async send(request: IncomingMessage, response: ServerResponse, content: Buffer): Promise<void> {
    const etag = makeEtag(content);
    const [, start] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
    const startOffset = start !== undefined && request.headers['if-range'] === etag ? Number(start) : 0;
    if (startOffset > 0)
      response.writeHead(206, {
        etag,
        'content-length': content.length - startOffset,
        'content-range': `bytes ${startOffset}-${content.length - 1}/${content.length}`,
      });
    else response.writeHead(200, { etag, 'content-length': content.length });
    const chunkSize = this.chunkBytes || content.length;
    for (let index = startOffset; index < content.length && !response.destroyed; index += chunkSize) {
      response.write(content.subarray(index, index + chunkSize));
      this.onSent(request.url ?? '', Math.min(index + chunkSize, content.length));
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
  }
}

export function makeEtag(content: Buffer): string {
  return `"${createHash('sha256').update(content).digest('hex').slice(0, 16)}"`;
}

/** Sends a file's first bytes, then breaks the connection. */
export function breakAfter(bytes: number): Handler {
  return (_request, response, content) => {
    response.writeHead(200, { etag: makeEtag(content), 'content-length': content.length });
    response.write(content.subarray(0, bytes), () => response.destroy());
  };
}

/** Sends a file's first bytes, then stalls. */
export function stallAfter(bytes: number): Handler {
  return (_request, response, content) => {
    response.writeHead(200, { etag: makeEtag(content), 'content-length': content.length });
    response.write(content.subarray(0, bytes));
  };
}

/** Serves the whole file without an ETag, ignoring ranges. */
export const ignoreRanges: Handler = (_request, response, content) => {
  response.writeHead(200, { 'content-length': content.length }).end(content);
};

export function respondWithStatus(code: number): Handler {
  return (_request, response) => {
    response.writeHead(code).end();
  };
}
