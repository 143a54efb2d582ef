import { ACCOUNT_HEADER } from '@ringwell/domain/accounts/account-header';

import { serverMessage } from '../lib/messages/server-message';
import { createQueryClient } from '../lib/queries/query-client';
import { userQuery } from '../lib/session/session';
import { fakeApi, FakeResponse } from '../testing/fake-api';
import { TEST_USERS } from '../testing/test-users';
import { ApiError, isUnauthorized } from './api-error';
import { api, unwrap } from './client';
import type { CurrentUser } from './types';

async function catchApiError(response: FakeResponse): Promise<ApiError> {
  fakeApi({ 'GET /api/my/usage': response });
  const error: unknown = await unwrap(api.GET('/api/my/usage')).catch((reason: unknown) => reason);
  if (!(error instanceof ApiError)) throw new Error('The request did not fail');
  return error;
}

describe('a failed request', () => {
  it("throws the status and body, with the API's message and field errors", async () => {
    const body = { statusCode: 400, message: 'Check the fields.', errors: [{ field: 'email', message: 'Taken' }] };
    const error = await catchApiError(new FakeResponse(400, body));
    expect(error.message).toBe(`400: ${JSON.stringify(body)}`);
    expect(serverMessage(error, 'Failed')).toBe('Check the fields.');
    expect(error.fieldErrors).toEqual([{ field: 'email', message: 'Taken' }]);
  });

  it.each([
    ['EMAIL_TAKEN', 'Message from the API'],
    ['MALFORMED_JSON', 'Something went wrong. Reload the page and try again.'],
    ['FUTURE_CODE', 'Message from the API'],
    ['toString', 'Message from the API'],
  ])('shows code %s as "%s"', async (code, text) => {
    const error = await catchApiError(new FakeResponse(400, { code, message: 'Message from the API' }));
    expect(serverMessage(error, 'Failed')).toBe(text);
  });

  it('throws the status and status text when the body is empty', async () => {
    const error = await catchApiError(new FakeResponse(500));
    expect(error.message).toBe('500: Internal Server Error');
    expect(serverMessage(error, 'Failed')).toBe('Failed');
  });

  it.each([
    [401, 'Unauthorized', true],
    [401, '{\n"message":"Unauthorized: sign in"}', true],
    [401, 'Wrong password', false],
    [403, 'Unauthorized', false],
  ])('treats %i with body "%s" as an ended session: %s', async (status, body, hasEnded) => {
    expect(isUnauthorized(await catchApiError(new FakeResponse(status, body)))).toBe(hasEnded);
  });
});

it('throws when a successful response has no content', async () => {
  fakeApi({ 'GET /api/my/usage': new FakeResponse(204) });
  await expect(unwrap(api.GET('/api/my/usage'))).rejects.toThrow('204: The response has no content.');
});

describe('a request that changes data', () => {
  const getSentAccount = async (user: CurrentUser | null): Promise<string | null> => {
    let header: string | null = null;
    fakeApi({
      'PUT /api/my/settings': ({ headers }: Request) => {
        header = headers.get(ACCOUNT_HEADER);
        return {};
      },
    });
    createQueryClient().setQueryData(userQuery.queryKey, user);
    await api.PUT('/api/my/settings', { body: { slackEnabled: true } });
    return header;
  };

  it('sends the account that the page shows', async () => {
    expect(await getSentAccount(TEST_USERS.user)).toBe('account-u1');
  });

  it('omits the account when no user is signed in', async () => {
    expect(await getSentAccount(null)).toBeNull();
  });
});
