import { SetMetadata } from '@nestjs/common';

/** Where the mark stands. */
export const READS_OWN_BODY = 'reads-own-body';

/** For routes that take other bodies than JSON: those are left to the route, which reads and refuses them itself. */
export function ReadsOwnBody(): ClassDecorator & MethodDecorator {
  return SetMetadata(READS_OWN_BODY, true);
}
