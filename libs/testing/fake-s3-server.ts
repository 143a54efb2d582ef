import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';

import { LocalServer } from './local-server';

export type S3Operation =
  | 'PutObject'
  | 'GetObject'
  | 'CopyObject'
  | 'HeadObject'
  | 'DeleteObject'
  | 'ListObjectsV2'
  | 'HeadBucket'
  | 'CreateMultipartUpload'
  | 'UploadPart'
  | 'CompleteMultipartUpload'
  | 'AbortMultipartUpload';

export interface S3Request {
  operation: S3Operation;
  key: string;
  query: URLSearchParams;
}

export interface S3Failure {
  status: number;
  code: string;
}

interface StoredObject {
  body: Buffer;
  modifiedAt: Date;
}

/** An S3-compatible store with one bucket, path-style, in memory, over real HTTP. Doesn't check signatures. */
export class FakeS3Server extends LocalServer {
  readonly bucket = 'recordings';
  readonly objects = new Map<string, StoredObject>();
  readonly openUploads = new Map<string, Map<number, Buffer>>();
  readonly requests: S3Request[] = [];
  pageSize = 1_000;
  /** Called before a request is handled. May return a failure, or resolve late. */
  intercept: (request: S3Request) => Promise<S3Failure | undefined> = async () => undefined;
  /** After this many bytes of an object, the server stops sending. */
  stallAfterBytes = Infinity;

  countConnections(): Promise<number> {
    return promisify(this.server.getConnections.bind(this.server))();
  }

  /** Settings for a system that stores its recordings in this bucket. */
  get settings(): Record<string, string> {
    return {
      S3_BUCKET: this.bucket,
      S3_ENDPOINT: this.origin,
      S3_FORCE_PATH_STYLE: 'true',
      S3_ACCESS_KEY_ID: 'test',
      S3_SECRET_ACCESS_KEY: 'test',
    };
  }

  protected async handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(incoming.url ?? '/', this.origin);
    const [bucket, ...segments] = pathname.slice(1).split('/').map(decodeURIComponent);
    const key = segments.join('/');
    const operation = incoming.headers['x-amz-copy-source']
      ? 'CopyObject'
      : resolveOperation(incoming.method ?? '', key, query);
    const request: S3Request = { operation, key, query };
    this.requests.push(request);
    const body = await readBody(incoming);
    const failure = bucket === this.bucket ? await this.intercept(request) : { status: 404, code: 'NoSuchBucket' };
    if (failure) sendError(response, failure);
    else this.carryOut(request, body, incoming, response);
  }

  private carryOut(
    { operation, key, query }: S3Request,
    body: Buffer,
    incoming: IncomingMessage,
    response: ServerResponse,
  ): void {
    const uploadId = query.get('uploadId') ?? '';
    const parts = this.openUploads.get(uploadId);
    switch (operation) {
      case 'CopyObject':
        this.copy(key, incoming, response);
        return;
      case 'PutObject':
        this.store(key, body);
        response.writeHead(200, { etag: makeEtag(body) }).end();
        return;
      case 'GetObject':
      case 'HeadObject':
        this.read(key, incoming, response);
        return;
      case 'HeadBucket':
        response.writeHead(200).end();
        return;
      case 'DeleteObject':
        this.objects.delete(key);
        response.writeHead(204).end();
        return;
      case 'ListObjectsV2':
        sendXml(response, this.buildListing(query));
        return;
      case 'CreateMultipartUpload': {
        const id = randomUUID();
        this.openUploads.set(id, new Map());
        sendXml(response, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
        return;
      }
      case 'AbortMultipartUpload':
        this.openUploads.delete(uploadId);
        response.writeHead(204).end();
        return;
      case 'UploadPart':
      case 'CompleteMultipartUpload':
        if (!parts) {
          sendError(response, { status: 404, code: 'NoSuchUpload' });
        } else if (operation === 'UploadPart') {
          parts.set(Number(query.get('partNumber')), body);
          response.writeHead(200, { etag: makeEtag(body) }).end();
        } else {
          this.store(key, Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, part]) => part)));
          this.openUploads.delete(uploadId);
          sendXml(response, `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`);
        }
    }
  }

  private store(key: string, body: Buffer): void {
    this.objects.set(key, { body, modifiedAt: new Date() });
  }

  private copy(key: string, { headers }: IncomingMessage, response: ServerResponse): void {
    const [, ...segments] = String(headers['x-amz-copy-source']).split('/').map(decodeURIComponent);
    const body = this.objects.get(segments.join('/'))?.body;
    const ifMatch = headers['x-amz-copy-source-if-match'];
    if (!body) sendError(response, { status: 404, code: 'NoSuchKey' });
    else if (ifMatch !== undefined && ifMatch !== makeEtag(body))
      sendError(response, { status: 412, code: 'PreconditionFailed' });
    else {
      this.store(key, body);
      sendXml(response, `<CopyObjectResult><ETag>${makeEtag(body)}</ETag></CopyObjectResult>`);
    }
  }

  private read(key: string, { headers }: IncomingMessage, response: ServerResponse): void {
    const object = this.objects.get(key);
    if (!object) {
      sendError(response, { status: 404, code: 'NoSuchKey' });
      return;
    }
    const { range, 'if-match': ifMatch } = headers;
    if (ifMatch !== undefined && ifMatch !== makeEtag(object.body)) {
      sendError(response, { status: 412, code: 'PreconditionFailed' });
      return;
    }
    const { length } = object.body;
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
    const start = Number(from);
    const end = Math.min(to ? Number(to) : length - 1, length - 1);
    if (range && start >= length) {
      sendError(response, { status: 416, code: 'InvalidRange' });
      return;
    }
    response.writeHead(range ? 206 : 200, {
      'content-length': String(end - start + 1),
      ...(range && { 'content-range': `bytes ${start}-${end}/${length}` }),
      'last-modified': object.modifiedAt.toUTCString(),
      etag: makeEtag(object.body),
    });
    const body = object.body.subarray(start, end + 1);
    if (response.req.method === 'HEAD') response.end();
    else if (body.length <= this.stallAfterBytes) response.end(body);
    else response.write(body.subarray(0, this.stallAfterBytes));
  }

  private buildListing(query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
    const delimiter = query.get('delimiter');
    // With a delimiter, a key counts only up to the delimiter.
    const truncateAtDelimiter = (key: string): string => {
      const end = delimiter === null ? -1 : key.indexOf(delimiter, prefix.length);
      return end < 0 ? key : key.slice(0, end + 1);
    };
    const names = [...this.objects.keys()].filter((key) => key.startsWith(prefix)).map(truncateAtDelimiter);
    const keys = [...new Set(names)].filter((key) => key > after).sort();
    const page = keys.slice(0, this.pageSize);
    const isTruncated = keys.length > page.length;
    const contents = page.map((key) => {
      const object = this.objects.get(key);
      if (!object) return `<CommonPrefixes><Prefix>${escapeXml(key)}</Prefix></CommonPrefixes>`;
      const { body, modifiedAt } = object;
      return (
        `<Contents><Key>${escapeXml(key)}</Key><Size>${body.length}</Size><ETag>${escapeXml(makeEtag(body))}</ETag>` +
        `<LastModified>${modifiedAt.toISOString()}</LastModified></Contents>`
      );
    });
    const next = isTruncated ? `<NextContinuationToken>${escapeXml(page.at(-1) ?? '')}</NextContinuationToken>` : '';
    return `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`;
  }
}

function resolveOperation(method: string, key: string, query: URLSearchParams): S3Operation {
  if (key === '') return method === 'HEAD' ? 'HeadBucket' : 'ListObjectsV2';
  if (query.has('uploads')) return 'CreateMultipartUpload';
  if (query.has('uploadId'))
    return method === 'PUT' ? 'UploadPart' : method === 'POST' ? 'CompleteMultipartUpload' : 'AbortMultipartUpload';
  const operations: Record<string, S3Operation> = {
    PUT: 'PutObject',
    GET: 'GetObject',
    HEAD: 'HeadObject',
    DELETE: 'DeleteObject',
  };
  const operation = operations[method];
  if (!operation) throw new Error(`The fake S3 server does not support the method ${method}.`);
  return operation;
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function makeEtag(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`;
}

function sendXml(response: ServerResponse, xml: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0" encoding="UTF-8"?>${xml}`);
}

function sendError(response: ServerResponse, { status, code }: S3Failure): void {
  sendXml(response, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`, status);
}
