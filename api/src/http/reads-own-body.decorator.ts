import { SetMetadata } from '@nestjs/common';

/** Where the mark stands. */
export const READS_OWN_BODY = 'reads-own-body';

/** `other`: bodies of other types than JSON; `all`: JSON, too, which then comes byte for byte, as for a signature. */
export type OwnBodies = 'other' | 'all';

/** For routes that take other bodies than JSON, or that alone as it came: those are left to the route, which reads and refuses them itself. */
export function ReadsOwnBody(which: OwnBodies = 'other'): ClassDecorator & MethodDecorator {
  return SetMetadata(READS_OWN_BODY, which);
}
