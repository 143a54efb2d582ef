import { SetMetadata } from '@nestjs/common';

export const UNPARSED_BODY = 'unparsed-body';

/** `any` includes JSON, for example for routes that verify a signature. */
export type UnparsedBodies = 'non-json' | 'any';

/** Lets the route read these bodies itself. It must reject unsupported types. */
export function UnparsedBody(bodies: UnparsedBodies = 'non-json'): ClassDecorator & MethodDecorator {
  return SetMetadata(UNPARSED_BODY, bodies);
}
