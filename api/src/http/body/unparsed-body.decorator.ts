import { SetMetadata } from '@nestjs/common';

export const UNPARSED_BODY = 'unparsed-body';

/** `non-json`: bodies of types other than JSON; `any`: also JSON, unchanged, for example to check a signature. */
export type UnparsedBodies = 'non-json' | 'any';

/** Leaves these bodies to the route, which reads them itself and refuses those that it does not accept. */
export function UnparsedBody(bodies: UnparsedBodies = 'non-json'): ClassDecorator & MethodDecorator {
  return SetMetadata(UNPARSED_BODY, bodies);
}
