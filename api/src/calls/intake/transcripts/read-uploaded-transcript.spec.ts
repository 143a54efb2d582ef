import { PassThrough } from 'node:stream';

import { readJsonBody } from '../../../http/body/json-body';
import { TRANSCRIPT_JSON_LIMITS } from './read-uploaded-transcript';

describe('A body with a transcript', () => {
  afterEach(() => jest.useRealTimers());

  it('can take two minutes to arrive, because it can be 50 times as large as other bodies', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick'] });
    const request = Object.assign(new PassThrough(), { headers: {} });
    const body = readJsonBody(request, TRANSCRIPT_JSON_LIMITS);
    request.write('{"transcript":');
    await jest.advanceTimersByTimeAsync(115_000);
    request.end('"Agent: Hello."}');
    await expect(body).resolves.toEqual({ transcript: 'Agent: Hello.' });
  });
});
