export const CONSENT_PATH = '/api/oauth/consent';

/** The only route that accepts tokens of assistants. */
export const RESOURCE_PATH = '/api/mcp';

/** RFC 9728 expects the description of `RESOURCE_PATH` here. */
export const RESOURCE_METADATA_PATH = `/.well-known/oauth-protected-resource${RESOURCE_PATH}`;
