export const CONSENT_PATH = '/api/oauth/consent';

/** The only route that accepts assistant tokens. */
export const RESOURCE_PATH = '/api/mcp';

/** People may also enter the address with a slash at its end. */
export const isResourcePath = (path: string): boolean => path === RESOURCE_PATH || path === `${RESOURCE_PATH}/`;

/** The path that RFC 9728 requires for the metadata of `RESOURCE_PATH`. */
export const RESOURCE_METADATA_PATH = `/.well-known/oauth-protected-resource${RESOURCE_PATH}`;
