import { randomUUID } from 'node:crypto';

import { dumpDatabase } from '@ringwell/testing/database-dump';
import { OpenApi, type Operation } from '@ringwell/testing/open-api';
import { makePageForms, PAGE_FORM_PATHS } from '@ringwell/testing/page-forms';
import type { ClientResponse, SessionClient } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

import { seededRandom } from '../analyst/measurement/corruption';
import { recordCount } from './metrics';

const SEED = 20_261_126;
// Fraction of the values used for each part of a request.
const SAMPLE_FRACTION = 0.3;
// Tables that the API writes on its own or because it rejected a request.
const IGNORED_TABLES = ['migrations', 'sessions', 'workers', 'security_events', 'activity_logs'];
// The status that routes return if they require a vendor or mail, which aren't set up here.
const NOT_SET_UP = 503;
// Internal details that a sender of bad requests shouldn't learn.
const INTERNALS_PATTERN = /QueryFailedError|TypeORM|node_modules|\bat .+:\d+:\d+|invalid input syntax|relation "/;

const TEXTS = [
  ...[
    "'",
    "' or 1=1 --",
    "'; drop table calls; --",
    '"',
    '\\',
    '%',
    '_',
    '*',
    '${7*7}',
    '{{7*7}}',
    '<script>alert(1)</script>',
  ],
  ...[
    '../../etc/passwd',
    '..%2f..%2fetc%2fpasswd',
    '/',
    '.',
    'file:///etc/passwd',
    'http://127.0.0.1:1/',
    'javascript:alert(1)',
  ],
  ...[
    '\u0000',
    'a\u0000b',
    '\ud83d',
    '\u202eabc',
    '\u200b',
    'ﷺ'.repeat(200),
    'İ',
    '\r\nSet-Cookie: a=b',
    '\n',
    ' ',
    '',
  ],
  ...[
    '-1',
    '0',
    '1e999',
    '9007199254740993',
    '99999999999999999999',
    '0x10',
    'NaN',
    'Infinity',
    'null',
    'undefined',
    'true',
    '[]',
    '{}',
  ],
  ...[
    '0000-00-00',
    '2026-02-30',
    '2026-13-01T00:00:00Z',
    '+275760-09-14T00:00:00Z',
    '-000001-01-01T00:00:00Z',
    'now()',
    'P1D',
  ],
  ...[
    '00000000-0000-0000-0000-000000000000',
    `${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(11)}g`,
    '__proto__',
    'constructor',
    'x'.repeat(5_000),
  ],
];
const VALUES: unknown[] = [
  ...TEXTS,
  ...[
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e21,
    Number.MAX_SAFE_INTEGER,
    [],
    {},
    [[]],
    [null],
    [{}],
    ['x'],
    { $gt: '' },
    { length: 1e9 },
  ],
  ...[
    'x'.repeat(100_000),
    Array.from({ length: 1_000 }, () => 'x'),
    { toString: 'x' },
    { then: 'x' },
    { constructor: { prototype: {} } },
  ],
];
const BROKEN_BODIES: [string, string | Uint8Array<ArrayBuffer>][] = [
  ...[
    '{',
    '{"a":',
    '[',
    '"',
    'nul',
    '{"a":1,}',
    "{'a':1}",
    '',
    'x',
    '{"a":NaN}',
    '\ufeff{}',
    '[]',
    'null',
    '1',
    '"text"',
    'true',
  ].map((body): [string, string] => ['application/json', body]),
  ['application/json', Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['application/json; charset=utf-7', '{}'],
  ['application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['application/x-www-form-urlencoded', 'a[b][c]=1&__proto__[x]=1'],
  ['multipart/form-data', 'x'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="audio"; filename="../../a.mp3"\r\n\r\n',
  ],
  ['text/plain', 'x'],
  ['x', 'x'],
];

interface BadRequest {
  path: string;
  body?: string | Uint8Array<ArrayBuffer>;
  type?: string;
}

const random = seededRandom(SEED);

function takeSample<T>(values: readonly T[]): T[] {
  return values.filter(() => random() < SAMPLE_FRACTION);
}

/** Replaces each part of an operation's request with hostile values, one part at a time. */
function makeBadRequests(openApi: OpenApi, operation: Operation): BadRequest[] {
  const { parameters = [], requestBody } = operation;
  const fillIds = (id: string): string => operation.path.replace(/\{\w+\}/g, encodeURIComponent(toWellFormed(id)));
  const path = fillIds(randomUUID());
  const example = buildExampleBody(openApi, operation);
  const body = example && JSON.stringify(example);
  const requests: BadRequest[] = [];
  if (operation.path.includes('{'))
    requests.push(
      ...takeSample(TEXTS)
        .filter((text) => text !== '' && text !== '.')
        .map((text) => ({ path: fillIds(text), body })),
    );
  for (const { name } of parameters.filter(({ in: location }) => location === 'query')) {
    const queries = [
      ...takeSample(TEXTS).map((text) => `${name}=${encodeURIComponent(toWellFormed(text))}`),
      ...[
        `${name}=a&${name}=b`,
        `${name}[a]=b`,
        `${name}[]=a`,
        `${name}[__proto__]=a`,
        `${name}=%ff%fe`,
        `${name}=%`,
        `x=1`,
      ],
    ];
    requests.push(...queries.map((query) => ({ path: `${path}?${query}`, body })));
  }
  if (!requestBody) return requests;
  requests.push(...BROKEN_BODIES.map(([type, body]) => ({ path, type, body: body })));
  for (const name of [...Object.keys(example ?? {}), 'unknown'])
    requests.push(
      ...takeSample(VALUES).map((value) => ({ path, body: JSON.stringify({ ...example, [name]: value }) })),
    );
  return requests;
}

function makeBadForms(path: string): BadRequest[] {
  const type = 'application/x-www-form-urlencoded';
  const texts = takeSample(TEXTS).map(toWellFormed);
  return [
    ...BROKEN_BODIES.map(([brokenType, body]) => ({ path, type: brokenType, body })),
    ...makePageForms(path, texts).map(({ form, ...page }) => ({ ...page, type, body: form.toString() })),
  ];
}

function buildExampleBody(openApi: OpenApi, { requestBody }: Operation): Record<string, unknown> | undefined {
  const schema = requestBody?.content['application/json']?.schema;
  return schema && (openApi.buildExample(schema) as Record<string, unknown>);
}

// URLs can't contain a lone surrogate.
function toWellFormed(text: string): string {
  return text.replace(/[\ud800-\udfff]/g, '\ufffd');
}

const { api, database } = useTestApi();

async function send(
  { cookie }: SessionClient,
  method: string,
  { path, body, type }: BadRequest,
): Promise<ClientResponse<string>> {
  const response = await fetch(`${api.url}${path}`, {
    method,
    redirect: 'manual',
    headers: { cookie, origin: api.url, ...(body !== undefined && { 'content-type': type ?? 'application/json' }) },
    ...(body !== undefined && method !== 'GET' && { body }),
  });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

/** Describes what's wrong with the response to a bad request. Returns an empty string if nothing is. */
function findProblem({ status, body }: ClientResponse<string>): string {
  if (status >= 500 && status !== NOT_SET_UP) return `status ${status}`;
  if (INTERNALS_PATTERN.test(body)) return `reveals internals: ${INTERNALS_PATTERN.exec(body)?.[0]}`;
  if (status < 400 || body.startsWith('<!doctype html>')) return '';
  try {
    const { code, message, statusCode } = JSON.parse(body) as Record<string, unknown>;
    const isProblem = typeof code === 'string' && typeof message === 'string' && statusCode === status;
    return isProblem ? '' : 'is not a problem document';
  } catch {
    return body === '' ? '' : 'is not JSON';
  }
}

it.each(['user', 'admin'] as const)(
  "24: responds to a signed-in %s's bad requests to every route with a problem document, and changes nothing",
  async (role) => {
    const openApi = await OpenApi.load(api.url);
    const counts = { sent: 0, rejected: 0, wrong: [] as string[] };
    const routes = [
      ...openApi.operations.map((operation) => ({
        method: operation.method,
        requests: makeBadRequests(openApi, operation),
      })),
      ...PAGE_FORM_PATHS.map((path) => ({ method: 'POST', requests: makeBadForms(path) })),
    ];
    for (const { method, requests } of routes) {
      const { user } = await database.makeAccount({ user: { role } });
      const client = await api.signIn(user);
      const dumpBefore = await dumpDatabase(database.dataSource, IGNORED_TABLES);
      let allRejected = true;
      for (const request of requests) {
        const response = await send(client, method, request);
        counts.sent += 1;
        if (response.status >= 400) counts.rejected += 1;
        else allRejected = false;
        const problem = findProblem(response);
        if (problem !== '')
          counts.wrong.push(
            `${method} ${request.path.slice(0, 150)} ${String(request.body).slice(0, 150)}: ${problem}`,
          );
      }
      if (allRejected && method !== 'GET')
        expect(await dumpDatabase(database.dataSource, IGNORED_TABLES)).toEqual(dumpBefore);
    }
    expect(counts.wrong).toEqual([]);
    expect(counts.sent).toBeGreaterThan(5_000);
    recordCount(
      24,
      `server errors among ${counts.sent} bad requests by a signed-in ${role} (${counts.rejected} rejected)`,
      counts.wrong.length,
    );
  },
  1_200_000,
);
