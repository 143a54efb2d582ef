import type { Endpoint, Sample } from './endpoint';
import { FILE } from './sample';

interface ApiAccess {
  origin: string;
  cookieName: string;
}

/** The path with example values for its path parameters and required query parameters. */
export function examplePath({ path, parameters }: Pick<Endpoint, 'path' | 'parameters'>): string {
  const filledPath = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, { name, example }) => text.replace(`{${name}}`, () => encodeURIComponent(toText(example))), path);
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, example }) => `${encodeURIComponent(name)}=${encodeURIComponent(toText(example))}`);
  return query.length > 0 ? `${filledPath}?${query.join('&')}` : filledPath;
}

/**
 * A POSIX shell command that calls the endpoint.
 * @param body one of the endpoint's request bodies, if any
 */
export function curlCommand(endpoint: Endpoint, body: Sample | undefined, { origin, cookieName }: ApiAccess): string {
  const { method, auth } = endpoint;
  return [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} ${shellQuote(origin + examplePath(endpoint))}`,
    ...(auth === 'bearer' || auth === 'either' ? [headerArgument('Authorization: Bearer YOUR_TOKEN')] : []),
    ...(auth === 'session' ? [`-b ${shellQuote(`${cookieName}=YOUR_SESSION`)}`] : []),
    // With a session, the API accepts changes only from its own origin.
    ...(auth === 'session' && method !== 'get' ? [headerArgument(`Origin: ${origin}`)] : []),
    ...(body ? bodyArguments(body) : []),
  ].join(' \\\n  ');
}

function bodyArguments({ mediaType, value }: Sample): string[] {
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (mediaType === 'multipart/form-data')
    return fields.map(([name, field]) => `-F ${shellQuote(`${name}=${field === FILE ? '@call.mp3' : toText(field)}`)}`);
  if (mediaType === 'application/x-www-form-urlencoded')
    return fields.map(([name, field]) => `--data-urlencode ${shellQuote(`${name}=${toText(field)}`)}`);
  return [headerArgument(`Content-Type: ${mediaType}`), `-d ${shellQuote(JSON.stringify(value))}`];
}

function headerArgument(line: string): string {
  return `-H ${shellQuote(line)}`;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
