import { readdirSync } from 'node:fs';

import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { COPY } from '../../lib/copy';
import { toastStore } from '../../lib/messages/toast-store';
import { fakeApi, type FakeApi, FakeResponse } from '../../testing/fake-api';
import { renderWithProviders } from '../../testing/render-with-providers';
import { DOCS_COPY } from './docs-copy';
import { DocsPage } from './docs-page';
import type { OpenApi, Response, Schema } from './openapi';

const DOCUMENT_CALL = 'GET /api/openapi.json';
const makeProblem = (description: string): Response => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

const RECORDING: Schema = {
  oneOf: [
    {
      allOf: [
        { $ref: '#/components/schemas/Details' },
        { required: ['audio'], properties: { audio: { type: 'string', format: 'binary' } } },
      ],
    },
    { allOf: [{ $ref: '#/components/schemas/Details' }, { required: ['recordingUrl'] }] },
  ],
};

const DOCUMENT: OpenApi = {
  tags: [
    { name: 'n8n', description: 'For automations.' },
    { name: 'Users', description: 'Manage users.' },
    { name: 'health' },
  ],
  paths: {
    '/api/calls/{id}': {
      get: {
        operationId: 'getCall',
        summary: 'One call',
        tags: ['n8n'],
        security: [{ bearer: [] }],
        parameters: [
          {
            name: 'id',
            in: 'path',
            required: true,
            description: 'Direction of the call.',
            schema: { type: 'string', example: 'c1' },
          },
          { name: 'full', in: 'query', schema: { type: 'boolean' } },
        ],
        responses: {
          200: {
            description: 'The call.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Call' } } },
          },
          404: makeProblem('Call not found.'),
        },
      },
    },
    '/api/calls': {
      post: {
        operationId: 'submitCall',
        summary: 'Submit a call',
        tags: ['n8n'],
        security: [{ bearer: [] }, { cookie: [] }],
        requestBody: {
          content: { 'multipart/form-data': { schema: RECORDING }, 'application/json': { schema: RECORDING } },
        },
        responses: { 202: { description: 'The call is stored.' } },
      },
    },
    '/api/admin/users': {
      put: {
        operationId: 'updateUser',
        summary: 'Edit a user',
        description: 'Changes only the fields that are sent.',
        tags: ['Users'],
        security: [{ cookie: [] }],
        responses: { 204: { description: 'Done.' } },
      },
    },
    '/api/health/live': {
      get: {
        operationId: 'getLiveness',
        summary: 'Is it alive',
        tags: ['health'],
        responses: { 200: { description: 'Yes.' } },
      },
    },
  },
  components: {
    schemas: {
      Call: { type: 'object', properties: { id: { type: 'string', example: 'c1' } } },
      Details: {
        type: 'object',
        properties: { recordingUrl: { type: 'string', example: 'https://example.com/1.mp3' } },
      },
      Problem: { type: 'object', properties: { code: { type: 'string', example: 'VALIDATION_FAILED' } } },
    },
    securitySchemes: { bearer: { type: 'http' }, cookie: { type: 'apiKey', name: 'our_session' } },
  },
};

function renderPage(hash = '', response: unknown = DOCUMENT): FakeApi {
  window.location.hash = hash;
  const api = fakeApi({ [DOCUMENT_CALL]: response });
  renderWithProviders(<DocsPage />);
  return api;
}

const findSection = (name: string): Promise<HTMLElement> => screen.findByRole('region', { name });

afterEach(() => {
  window.location.hash = '';
});

it('shows the base URL, authentication, the error format and the best practices', async () => {
  const user = userEvent.setup(); // provides a clipboard
  renderPage();
  await findSection('One call');
  expect(screen.getByText('http://localhost')).toBeVisible();
  expect(screen.getByText('Authorization: Bearer YOUR_TOKEN')).toBeVisible();
  expect(screen.getByRole('group', { name: 'Error format' })).toHaveTextContent('{ "code": "VALIDATION_FAILED" }');
  for (const { title } of DOCS_COPY.bestPractices) expect(screen.getByText(title)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Copy Base URL' }));
  await waitFor(() => expect(toastStore.get()).toMatchObject(COPY.copied('Base URL')));
});

it('shows first-call examples with the URL of this installation and links to the n8n workflows', async () => {
  renderPage();
  expect(screen.getByRole('group', { name: 'First call with curl' })).toHaveTextContent(
    'curl -X POST http://localhost/api/n8n/calls',
  );
  expect(screen.getByRole('group', { name: 'First call with Node' })).toHaveTextContent(
    "fetch('http://localhost/api/n8n/calls'",
  );
  const templates = screen
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
    .filter((address) => address?.startsWith('/n8n/'));
  expect(templates.map((address) => address?.replace('/n8n/', '')).sort()).toEqual(readdirSync('n8n').sort());
  await findSection('One call');
});

it('shows how to connect assistants to this installation, with a placeholder for the token', async () => {
  renderPage();
  const getText = (name: string): string => screen.getByRole('group', { name }).textContent;
  expect(getText('Claude Code')).toBe(
    "claude mcp add --transport http ringwell http://localhost/api/mcp \\\n  --header 'Authorization: Bearer YOUR_TOKEN'",
  );
  expect(JSON.parse(getText('Claude Desktop'))).toEqual({
    mcpServers: {
      ringwell: {
        command: 'npx',
        args: ['-y', 'mcp-remote', 'http://localhost/api/mcp', '--header', 'Authorization:${AUTHORIZATION}'],
        env: { AUTHORIZATION: 'Bearer YOUR_TOKEN' },
      },
    },
  });
  expect(getText('ChatGPT (Codex)')).toContain('url = "http://localhost/api/mcp"');
  expect(getText('OpenAI API')).toContain('"server_url": "http://localhost/api/mcp"');
  expect(getText('n8n')).toBe('http://localhost/api/mcp');
  await findSection('One call');
});

it('shows a tab for each section of the API', async () => {
  renderPage();
  await findSection('One call');
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'n8n',
    'Dashboard',
    'Users',
    'Tokens',
    'Analytics',
    'Settings',
  ]);
  expect(screen.queryByText('Is it alive')).not.toBeInTheDocument();
});

it('shows how to call an endpoint and what it returns', async () => {
  const user = userEvent.setup(); // provides a clipboard
  renderPage();
  const section = within(await findSection('One call'));
  for (const text of ['GET', '/api/calls/{id}', 'Bearer token', 'path, required', 'Call not found.'])
    expect(section.getByText(text)).toBeVisible();
  expect(section.getByRole('group', { name: 'URL for One call' })).toHaveTextContent('http://localhost/api/calls/c1');
  expect(section.getByRole('group', { name: 'Response 200 for One call' })).toHaveTextContent('{ "id": "c1" }');
  await user.click(section.getByRole('button', { name: 'Copy curl example' }));
  await waitFor(() => expect(toastStore.get()).toMatchObject(COPY.copied('curl example')));
  expect(await navigator.clipboard.readText()).toBe(
    "curl 'http://localhost/api/calls/c1' \\\n  -H 'Authorization: Bearer YOUR_TOKEN'",
  );
});

it("shows an example for each of the body's media types, with a file only in the form", async () => {
  renderPage();
  const section = within(await findSection('Submit a call'));
  expect(section.getByText('Bearer token or session cookie')).toBeVisible();
  expect(
    section.getByRole('group', { name: 'curl example for Submit a call as multipart/form-data' }),
  ).toHaveTextContent(/-F 'audio=@call.mp3'$/);
  expect(section.getByRole('group', { name: 'curl example for Submit a call as application/json' })).toHaveTextContent(
    '-d \'{"recordingUrl":"https://example.com/1.mp3"}\'',
  );
  expect(section.getByRole('group', { name: 'Request body for Submit a call as application/json' })).toHaveTextContent(
    '"recordingUrl"',
  );
});

it('keeps the selected tab in the URL', async () => {
  renderPage();
  await findSection('One call');
  await userEvent.click(screen.getByRole('tab', { name: 'Users' }));
  expect(within(await findSection('Edit a user')).getByText(/our_session=YOUR_SESSION/)).toBeVisible();
  expect(window.location.hash).toBe('#Users');
});

it('opens the tab of a linked endpoint and scrolls to it', async () => {
  const scroll = jest.spyOn(Element.prototype, 'scrollIntoView');
  renderPage('updateUser');
  const linkedSection = await findSection('Edit a user');
  expect(scroll.mock.contexts).toEqual([linkedSection]);
  expect(screen.getByRole('tab', { name: 'Users' })).toHaveAttribute('aria-selected', 'true');
  act(() => {
    window.location.hash = 'getCall';
  });
  expect(await findSection('One call')).toBeVisible();
});

it('links to each endpoint from the table of contents', async () => {
  renderPage();
  await findSection('One call');
  const links = within(screen.getByRole('navigation', { name: 'n8n endpoints' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['GETOne call', '#getCall'],
    ['POSTSubmit a call', '#submitCall'],
  ]);
});

it('lets the user retry if the API description fails to load', async () => {
  const api = renderPage('', new FakeResponse(500));
  await screen.findByText("Couldn't load the API description.");
  api.set(DOCUMENT_CALL, DOCUMENT);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await findSection('One call')).toBeVisible();
});
