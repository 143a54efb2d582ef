import { DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';

import { explainFailure } from './explain-failure';

describe('explainFailure', () => {
  const failed = (code: string, message: string): QueryFailedError =>
    new QueryFailedError('create index', [], Object.assign(new DatabaseError(message, 0, 'error'), { code }));

  it.each([
    ['53100', 'could not extend file "base/16384/2619": No space left on device'],
    ['53300', 'sorry, too many clients already'],
    ['57014', 'canceling statement due to user request'],
  ])('repeats what PostgreSQL says about itself: %s', (code, message) => {
    expect(explainFailure(failed(code, message))).toBe(`PostgreSQL reports: ${message}`);
  });

  it.each([
    ['57P03', 'the database system is starting up'],
    ['08006', 'connection failure'],
  ])('says that there is no connection: %s', (code, message) => {
    expect(explainFailure(failed(code, message))).toBe(
      "Couldn't connect to PostgreSQL. Start it, or check DATABASE_URL.",
    );
  });

  it('has the stack trace of a fault of ours', () => {
    expect(explainFailure(failed('42601', 'syntax error'))).toContain('syntax error\n    at ');
  });
});
