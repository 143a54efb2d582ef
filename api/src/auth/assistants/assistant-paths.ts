export const CONSENT_PATH = '/api/oauth/consent';

/** The only route that accepts assistant tokens. */
export const RESOURCE_PATH = '/api/mcp';

/** Path of the metadata of `RESOURCE_PATH`, as RFC 9728 requires. */
export const RESOURCE_METADATA_PATH = `/.well-known/oauth-protected-resource${RESOURCE_PATH}`;
