import { curlOf, examplePath } from './curl';
import type { Endpoint } from './endpoint';
import { FILE } from './sample';

const CALLER = { origin: 'https://calls.example.com', cookie: 'ringwell_session' };
const ENDPOINT: Endpoint = {
  id: 'x',
  tag: 'n8n',
  method: 'get',
  path: '/api/users/{id}/tokens',
  summary: '',
  description: '',
  auth: 'bearer',
  bodies: [],
  answers: [],
  errors: [],
  parameters: [
    { name: 'id', in: 'path', required: true, description: '', example: 'a b' },
    { name: 'days', in: 'query', required: false, description: '', example: 30 },
    { name: 'session_id', in: 'query', required: true, description: '', example: 'cs_1&2' },
  ],
};

it('fills in the path, and the parameters of the query that must be there', () => {
  expect(examplePath(ENDPOINT)).toBe('/api/users/a%20b/tokens?session_id=cs_1%262');
});

it('shows the token', () => {
  expect(curlOf({ ...ENDPOINT, path: '/api/calls', parameters: [] }, undefined, CALLER)).toBe(
    "curl 'https://calls.example.com/api/calls' \\\n  -H 'Authorization: Bearer YOUR_TOKEN'",
  );
});

it("shows the session's cookie, and where a change comes from", () => {
  const body = { mediaType: 'application/json', value: { name: "Dana's" } };
  expect(
    curlOf({ ...ENDPOINT, method: 'put', path: '/api/x', parameters: [], auth: 'session' }, body, CALLER).split(
      ' \\\n  ',
    ),
  ).toEqual([
    "curl -X PUT 'https://calls.example.com/api/x'",
    "-b 'ringwell_session=YOUR_SESSION'",
    "-H 'Origin: https://calls.example.com'",
    "-H 'Content-Type: application/json'",
    "-d '{\"name\":\"Dana'\\''s\"}'",
  ]);
});

it('sends files and fields of a form', () => {
  const endpoint: Endpoint = { ...ENDPOINT, method: 'post', path: '/api/x', parameters: [], auth: 'none' };
  expect(curlOf(endpoint, { mediaType: 'multipart/form-data', value: { audio: FILE, retries: 3 } }, CALLER)).toContain(
    "-F 'audio=@call.mp3' \\\n  -F 'retries=3'",
  );
  expect(
    curlOf(endpoint, { mediaType: 'application/x-www-form-urlencoded', value: { email: 'a@b.co' } }, CALLER),
  ).toContain("--data-urlencode 'email=a@b.co'");
});
