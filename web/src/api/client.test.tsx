import { ACCOUNT_HEADER } from '@ringwell/domain/account-header';

import { ApiError, isUnauthorized, serverMessage } from '../lib/api-error';
import { createQueryClient } from '../lib/query-client';
import { userQuery } from '../lib/session';
import { FakeAnswer, fakeApi } from '../testing/fake-api';
import { PEOPLE } from '../testing/people';
import { api, dataOf } from './client';
import type { CurrentUser } from './types';

async function failureOf(answer: FakeAnswer): Promise<ApiError> {
  fakeApi({ 'GET /api/my/usage': answer });
  const error: unknown = await dataOf(api.GET('/api/my/usage')).catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error('The call did not fail.');
  return error;
}

describe('an answer that is not a success', () => {
  it('throws status and body; the sentence for a person and the fields are at hand', async () => {
    const body = { statusCode: 400, message: 'Check the fields.', errors: [{ field: 'email', message: 'Taken' }] };
    const error = await failureOf(new FakeAnswer(400, body));
    expect(error.message).toBe(`400: ${JSON.stringify(body)}`);
    expect(serverMessage(error, 'Failed')).toBe('Check the fields.');
    expect(error.fieldErrors).toEqual([{ field: 'email', message: 'Taken' }]);
  });

  it('throws the status text when the body is empty', async () => {
    const error = await failureOf(new FakeAnswer(500));
    expect(error.message).toBe('500: Internal Server Error');
    expect(serverMessage(error, 'Failed')).toBe('Failed');
  });

  it.each([
    [401, 'Unauthorized', true],
    [401, '{\n"message":"Unauthorized: sign in"}', true],
    [401, 'Wrong password', false],
    [403, 'Unauthorized', false],
  ])('%i with "%s" means that the session is over: %s', async (status, body, over) => {
    expect(isUnauthorized(await failureOf(new FakeAnswer(status, body)))).toBe(over);
  });
});

it('takes a success without the promised content for a failure', async () => {
  fakeApi({ 'GET /api/my/usage': new FakeAnswer(204) });
  await expect(dataOf(api.GET('/api/my/usage'))).rejects.toThrow('204: The answer has no content.');
});

describe('a request that changes something', () => {
  const accountOf = async (person: CurrentUser | null): Promise<string | null> => {
    let header: string | null = null;
    fakeApi({
      'PUT /api/my/settings': ({ headers }: Request) => {
        header = headers.get(ACCOUNT_HEADER);
        return {};
      },
    });
    createQueryClient().setQueryData(userQuery.queryKey, person);
    await api.PUT('/api/my/settings', { body: { slackEnabled: true } });
    return header;
  };

  it('names the account that the page shows', async () => {
    expect(await accountOf(PEOPLE.user)).toBe('u1');
  });

  it('names none when nobody is signed in', async () => {
    expect(await accountOf(null)).toBeNull();
  });
});
