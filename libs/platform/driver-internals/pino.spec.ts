import { pino, type Bindings } from 'pino';

import { assertDriverVersion } from '@ringwell/testing/driver-version';

import { transformChildBindings } from './pino';

describe("pino's internals", () => {
  const lines: string[] = [];
  const output = { write: (line: string) => void lines.push(line) };
  const redactBindings = (bindings: Bindings): Bindings =>
    Object.fromEntries(Object.keys(bindings).map((key) => [key, 'redacted']));

  beforeEach(() => lines.splice(0));

  it('were tested against the installed version', () => {
    assertDriverVersion('pino', '10.4.0', 'pino.ts');
  });

  it('include child loggers that inherit from their parents', () => {
    const logger = pino({}, output);
    transformChildBindings(logger, redactBindings);
    const child = logger.child({ outer: 'a secret' });
    expect(Object.getPrototypeOf(child)).toBe(logger);
    child.child({ inner: 'a secret' }, { level: 'debug' }).debug('from a grandchild');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ outer: 'redacted', inner: 'redacted' });
  });

  it("do not pass a child's bindings to the hook for log calls", () => {
    const logger = pino(
      {
        hooks: {
          logMethod(_args, method) {
            method.call(this, { outer: 'redacted' }, 'from the hook');
          },
        },
      },
      output,
    );
    logger.child({ outer: 'a secret' }).info('from a child');
    expect(lines[0]).toContain('a secret');
  });
});
