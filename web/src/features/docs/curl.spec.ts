import { curlCommand, examplePath } from './curl';
import type { Endpoint } from './endpoint';
import { FILE } from './sample';

const CURL_OPTIONS = { origin: 'https://calls.example.com', cookieName: 'ringwell_session' };
const ENDPOINT: Endpoint = {
  id: 'x',
  tag: 'n8n',
  method: 'get',
  path: '/api/users/{id}/tokens',
  summary: '',
  description: '',
  auth: 'bearer',
  bodies: [],
  responses: [],
  errors: [],
  parameters: [
    { name: 'id', in: 'path', required: true, description: '', example: 'a b' },
    { name: 'days', in: 'query', required: false, description: '', example: 30 },
    { name: 'session_id', in: 'query', required: true, description: '', example: 'cs_1&2' },
  ],
};

it('fills in path parameters and required query parameters', () => {
  expect(examplePath(ENDPOINT)).toBe('/api/users/a%20b/tokens?session_id=cs_1%262');
});

it('adds the authorization header for bearer authentication', () => {
  expect(curlCommand({ ...ENDPOINT, path: '/api/calls', parameters: [] }, undefined, CURL_OPTIONS)).toBe(
    "curl 'https://calls.example.com/api/calls' \\\n  -H 'Authorization: Bearer YOUR_TOKEN'",
  );
});

it('adds the session cookie and the origin to session-authenticated writes', () => {
  const body = { mediaType: 'application/json', value: { name: "Dana's" } };
  expect(
    curlCommand(
      { ...ENDPOINT, method: 'put', path: '/api/x', parameters: [], auth: 'session' },
      body,
      CURL_OPTIONS,
    ).split(' \\\n  '),
  ).toEqual([
    "curl -X PUT 'https://calls.example.com/api/x'",
    "-b 'ringwell_session=YOUR_SESSION'",
    "-H 'Origin: https://calls.example.com'",
    "-H 'Content-Type: application/json'",
    "-d '{\"name\":\"Dana'\\''s\"}'",
  ]);
});

it('formats multipart and URL-encoded form fields', () => {
  const endpoint: Endpoint = { ...ENDPOINT, method: 'post', path: '/api/x', parameters: [], auth: 'none' };
  expect(
    curlCommand(endpoint, { mediaType: 'multipart/form-data', value: { audio: FILE, retries: 3 } }, CURL_OPTIONS),
  ).toContain("-F 'audio=@call.mp3' \\\n  -F 'retries=3'");
  expect(
    curlCommand(endpoint, { mediaType: 'application/x-www-form-urlencoded', value: { email: 'a@b.co' } }, CURL_OPTIONS),
  ).toContain("--data-urlencode 'email=a@b.co'");
});
