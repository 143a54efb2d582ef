import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientInformationMixed,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';

/** An assistant that connects by signing in, using the protocol's own library. */
export class SigningInAssistant implements OAuthClientProvider {
  /** Path of the address that the user has entered. */
  path = '/api/mcp';
  /** The URL that the library sent the user to. */
  openedUrl?: URL;
  stored: {
    client?: OAuthClientInformationMixed;
    tokens?: OAuthTokens;
    verifier?: string;
    discovery?: OAuthDiscoveryState;
  } = {};
  private transport?: StreamableHTTPClientTransport;

  /**
   * @param publicUrl the product's public URL
   * @param serverUrl where it actually listens
   * @param mode defaults to the protocol's latest revision
   */
  constructor(
    private readonly publicUrl: string,
    private readonly serverUrl: string,
    readonly redirectUrl = 'http://127.0.0.1:43210/callback',
    readonly clientMetadataUrl?: string,
    private readonly mode: VersionNegotiationMode = 'auto',
  ) {}

  readonly fetch = (url: string | URL, init?: RequestInit): Promise<Response> =>
    fetch(String(url).replace(this.publicUrl, this.serverUrl), { ...init, redirect: 'manual' });

  /** @throws UnauthorizedError until the user has consented; `openedUrl` is then the consent page */
  async connect(): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: this.mode } });
    this.transport = new StreamableHTTPClientTransport(new URL(this.publicUrl + this.path), {
      authProvider: this,
      fetch: this.fetch,
    });
    await client.connect(this.transport);
    return client;
  }

  /** Connects, and returns the consent page that the user has to confirm. */
  async startSignIn(): Promise<URL> {
    try {
      await this.connect();
    } catch (error) {
      if (!(error instanceof UnauthorizedError) || !this.openedUrl) throw error;
      return this.openedUrl;
    }
    throw new Error('The assistant was already connected.');
  }

  /** @param callbackUrl the URL that the browser was redirected to */
  async finishSignIn(callbackUrl: URL): Promise<Client> {
    await this.transport?.finishAuth(callbackUrl.searchParams);
    return this.connect();
  }

  get clientMetadata(): OAuthClientMetadata {
    return { client_name: 'Claude', redirect_uris: [this.redirectUrl], token_endpoint_auth_method: 'none' };
  }

  clientInformation(): OAuthClientInformationMixed | undefined {
    return this.stored.client;
  }

  saveClientInformation(client: OAuthClientInformationMixed): void {
    this.stored.client = client;
  }

  tokens(): OAuthTokens | undefined {
    return this.stored.tokens;
  }

  saveTokens(tokens: OAuthTokens): void {
    this.stored.tokens = tokens;
  }

  redirectToAuthorization(url: URL): void {
    this.openedUrl = url;
  }

  saveCodeVerifier(verifier: string): void {
    this.stored.verifier = verifier;
  }

  codeVerifier(): string {
    return this.stored.verifier ?? '';
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.stored.discovery;
  }

  saveDiscoveryState(discovery: OAuthDiscoveryState): void {
    this.stored.discovery = discovery;
  }
}
