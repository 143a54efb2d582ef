export const CONSENT_PATH = '/api/oauth/consent';

/** The only route that accepts assistant tokens. */
export const RESOURCE_PATH = '/api/mcp';

/** The path that RFC 9728 requires for the metadata of `RESOURCE_PATH`. */
export const RESOURCE_METADATA_PATH = `/.well-known/oauth-protected-resource${RESOURCE_PATH}`;
