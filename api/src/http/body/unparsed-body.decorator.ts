import { SetMetadata } from '@nestjs/common';

export const UNPARSED_BODY = 'unparsed-body';

/** `non-json` covers bodies of types other than JSON. `any` also covers JSON, for example to check a signature. */
export type UnparsedBodies = 'non-json' | 'any';

/** Leaves these bodies to the route, which reads them and rejects unsupported types. */
export function UnparsedBody(bodies: UnparsedBodies = 'non-json'): ClassDecorator & MethodDecorator {
  return SetMetadata(UNPARSED_BODY, bodies);
}
