import type { Bindings, ChildLoggerOptions, Logger } from 'pino';

/**
 * Transforms the bindings of all child loggers, because pino serializes them without calling `hooks.logMethod`.
 * Grandchildren are covered because pino uses the parent as the child's prototype, so it inherits `child`.
 * `pino.spec.ts` records the version this was tested against.
 */
export function transformChildBindings(logger: Logger, transform: (bindings: Bindings) => Bindings): void {
  const makeChild = Reflect.get(logger, 'child');
  logger.child = function child<Levels extends string>(
    this: Logger,
    bindings: Bindings,
    options?: ChildLoggerOptions<Levels>,
  ) {
    return Reflect.apply(makeChild, this, [transform(bindings), options]) as Logger<Levels>;
  };
}
