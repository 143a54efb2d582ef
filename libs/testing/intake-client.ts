import { MAX_RECORDING_BYTES } from '@ringwell/domain/accounts/account-limits';

const WAV_HEADER_BYTES = 44;

/** Makes a silent WAV file of exactly this many bytes. */
export function makeWav(bytes: number): Buffer {
  const file = Buffer.alloc(bytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(bytes - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20); // PCM
  file.writeUInt16LE(1, 22); // mono
  file.writeUInt32LE(8_000, 24);
  file.writeUInt32LE(16_000, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(bytes - WAV_HEADER_BYTES, 40);
  return file;
}

export const makeLargestWav = (): Buffer => makeWav(MAX_RECORDING_BYTES);

/** Form parts in order: strings are fields, bytes are files. */
export type FormParts = readonly (readonly [name: string, value: string | Buffer])[];

export interface IntakeResponse {
  status: number;
  headers: Headers;
  body: {
    id: string;
    state: string;
    code: string;
    message: string;
    links: { self: string };
    errors?: { field: string; message: string }[];
    requestId: string;
  };
}

export class IntakeClient {
  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  postForm(parts: FormParts, headers: Record<string, string> = {}): Promise<IntakeResponse> {
    const form = new FormData();
    for (const [name, value] of parts) {
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, new Blob([new Uint8Array(value)]), 'recording.mp3');
    }
    return this.send({ method: 'POST', body: form, headers });
  }

  postJson(body: unknown, headers: Record<string, string> = {}): Promise<IntakeResponse> {
    return this.send({
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  }

  get(id: string): Promise<IntakeResponse> {
    return this.send({}, `/${id}`);
  }

  async send(init: RequestInit & { headers?: Record<string, string> }, path = ''): Promise<IntakeResponse> {
    const response = await fetch(`${this.url}/api/n8n/calls${path}`, {
      ...init,
      headers: { authorization: `Bearer ${this.token}`, ...init.headers },
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as IntakeResponse['body'],
    };
  }
}

export function encodeForm(parts: FormParts, boundary: string): Buffer {
  const encoded = parts.flatMap(([name, value]) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${typeof value === 'string' ? '' : '; filename="a.mp3"'}\r\n\r\n`,
    ),
    typeof value === 'string' ? Buffer.from(value) : value,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...encoded, Buffer.from(`--${boundary}--\r\n`)]);
}
