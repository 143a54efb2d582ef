// Expected checksums for downloaded files, from the publisher's checksum.txt and our own list.
import { CliError } from '../errors.mjs';
import { releaseUrl } from './catalog.mjs';

const CHECKSUM_LINE = /^(\S+)\s+([0-9a-f]{64})\s*$/i;

/**
 * @param {import('./catalog.mjs').Source} source
 * @param {object} publisher
 * @param {string} [publisher.mirror]
 * @param {import('./http-client.mjs').HttpGet} publisher.get
 * @param {AbortSignal} publisher.signal
 * @returns {Promise<string>} SHA-256 in hexadecimal
 * @throws {CliError} if neither lists the file, or they disagree
 */
export async function findExpectedSha256(source, { mirror, get, signal }) {
  const { file, sha256 } = source;
  const list = `${releaseUrl(source, mirror)}/checksum.txt`;
  const published = (await readChecksums(list, get, signal)).get(file);
  if (published !== undefined && sha256 !== undefined && published !== sha256)
    throw new CliError(
      `The publisher's ${file} is no longer the one that this version of Ringwell expects, so it was not ` +
        'downloaded: update Ringwell, then try again.',
    );
  const expected = sha256 ?? published;
  if (expected === undefined) throw new CliError(`${list} does not list ${file}, so it cannot be verified.`);
  return expected;
}

/**
 * Reads the publisher's list. Not every release has one; a missing list is treated as empty.
 * @param {string} url @param {import('./http-client.mjs').HttpGet} get @param {AbortSignal} signal
 * @returns {Promise<Map<string, string>>} SHA-256 by file
 */
async function readChecksums(url, get, signal) {
  const text = await get(url, { signal }).then(
    (response) => (response.ok ? response.text() : ''),
    () => '',
  );
  signal.throwIfAborted();
  const entries = text.split('\n').flatMap((line) => {
    const [, file, sha256] = CHECKSUM_LINE.exec(line) ?? [];
    return file && sha256 ? [/** @type {const} */ ([file, sha256.toLowerCase()])] : [];
  });
  return new Map(entries);
}
