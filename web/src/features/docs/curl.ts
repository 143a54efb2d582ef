import type { Endpoint, Sample } from './endpoint';
import { FILE } from './sample';

interface Caller {
  /** Such as https://calls.example.com */
  origin: string;
  /** Name of the session's cookie. */
  cookie: string;
}

/** A path with the examples of its parameters in their places. */
export function examplePath({ path, parameters }: Pick<Endpoint, 'path' | 'parameters'>): string {
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, { name, example }) => text.replace(`{${name}}`, () => encodeURIComponent(asText(example))), path);
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, example }) => `${encodeURIComponent(name)}=${encodeURIComponent(asText(example))}`);
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
}

/** A command that calls the endpoint, for a POSIX shell. @param body one of the endpoint's, if it takes one */
export function curlOf(endpoint: Endpoint, body: Sample | undefined, { origin, cookie }: Caller): string {
  const { method, auth } = endpoint;
  return [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} ${quoted(origin + examplePath(endpoint))}`,
    ...(auth === 'bearer' || auth === 'either' ? [header('Authorization: Bearer YOUR_TOKEN')] : []),
    ...(auth === 'session' ? [`-b ${quoted(`${cookie}=YOUR_SESSION`)}`] : []),
    // Sessions may only change something from the product's own pages.
    ...(auth === 'session' && method !== 'get' ? [header(`Origin: ${origin}`)] : []),
    ...(body ? bodyArguments(body) : []),
  ].join(' \\\n  ');
}

function bodyArguments({ mediaType, value }: Sample): string[] {
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (mediaType === 'multipart/form-data')
    return fields.map(([name, field]) => `-F ${quoted(`${name}=${field === FILE ? '@call.mp3' : asText(field)}`)}`);
  if (mediaType === 'application/x-www-form-urlencoded')
    return fields.map(([name, field]) => `--data-urlencode ${quoted(`${name}=${asText(field)}`)}`);
  return [header(`Content-Type: ${mediaType}`), `-d ${quoted(JSON.stringify(value))}`];
}

function header(line: string): string {
  return `-H ${quoted(line)}`;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** One word for the shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
