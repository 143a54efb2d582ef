import { createHash, verify, type KeyObject } from 'node:crypto';

export interface DkimSignature {
  domain: string;
  selector: string;
  /** Signed header names, in lowercase. */
  headers: string[];
}

/**
 * Checks a raw email's DKIM signature like a receiver (RFC 6376, section 6.1.3): rsa-sha256, `relaxed` headers and body.
 * @throws Error that explains why the signature is invalid
 */
export function checkDkim(raw: string, publicKey: KeyObject): DkimSignature {
  const end = raw.indexOf('\r\n\r\n');
  const fields = raw.slice(0, end).split(/\r\n(?![ \t])/);
  const signature = fields.find((field) => getHeaderName(field) === 'dkim-signature');
  if (!signature) throw new Error('The email is not signed.');
  const tags = parseTags(signature);
  if (tags.get('a') !== 'rsa-sha256' || tags.get('c') !== 'relaxed/relaxed')
    throw new Error(`This check does not support ${tags.get('a')} with ${tags.get('c')}.`);
  if (
    createHash('sha256')
      .update(canonicalizeBody(raw.slice(end + 4)))
      .digest('base64') !== tags.get('bh')
  )
    throw new Error('The body was changed.');
  const headers = (tags.get('h') ?? '').toLowerCase().split(':');
  const signedFields = [
    ...headers.flatMap((name) => fields.filter((field) => getHeaderName(field) === name).slice(-1)),
    signature.replace(/(;\s*b=)[^;]*/, '$1'),
  ];
  const isValid = verify(
    'sha256',
    Buffer.from(signedFields.map(canonicalizeField).join('\r\n')),
    publicKey,
    Buffer.from(tags.get('b') ?? '', 'base64'),
  );
  if (!isValid) throw new Error('The headers were changed, or the key is wrong.');
  return { domain: tags.get('d') ?? '', selector: tags.get('s') ?? '', headers };
}

function getHeaderName(field: string): string {
  return field.slice(0, field.indexOf(':')).trim().toLowerCase();
}

function parseTags(field: string): Map<string, string> {
  const list = field.slice(field.indexOf(':') + 1).split(';');
  return new Map(
    list.map((tag): [string, string] => {
      const separator = tag.indexOf('=');
      return [tag.slice(0, separator).trim(), tag.slice(separator + 1).replace(/\s+/g, '')];
    }),
  );
}

// RFC 6376, section 3.4.2
function canonicalizeField(field: string): string {
  const value = field
    .slice(field.indexOf(':') + 1)
    .replaceAll('\r\n', '')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return `${getHeaderName(field)}:${value}`;
}

// RFC 6376, section 3.4.4
function canonicalizeBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''));
  const text = lines.join('\r\n').replace(/(\r\n)+$/, '');
  return text === '' ? '' : `${text}\r\n`;
}
