import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { makeIndexBomb, makeMp3WithCovers } from './hostile-audio';
import { makeAmr, makeAudio, samplePath } from './make-audio';

/** A file that an attacker might send to harm the decoder. */
export interface HostileFile {
  name: string;
  content: Buffer;
}

const SOUND_ARGS = ['-i', samplePath('positive.wav'), '-t', '3'];
// ffmpeg containers, each with its own demuxer.
const CONTAINERS = ['mp3', 'wav', 'm4a', 'ogg', 'flac', 'aac', 'webm', 'wma', 'aiff'];
const HEADER_BYTES = 512;
const MAX_CHUNK = Buffer.alloc(4, 0xff);

/**
 * Makes a small valid recording in each container that the product reads, and in one that it doesn't (AIFF), by
 * extension.
 */
export async function makeContainers(directory: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const extension of CONTAINERS)
    files.set(extension, await readFile(await makeAudio(join(directory, `valid.${extension}`), SOUND_ARGS)));
  files.set('amr', await readFile(await makeAmr(join(directory, 'valid.amr'), 'narrow', 3)));
  return files;
}

/**
 * Damages a file in one of five ways: truncated, header bits or lengths changed, parts repeated or missing.
 * @param random numbers from 0 to 1 that determine how
 */
export function damageFile(file: Buffer, random: () => number): Buffer {
  const randomBelow = (maximum: number): number => Math.floor(random() * maximum);
  const copy = Buffer.from(file);
  const header = Math.min(HEADER_BYTES, copy.length - 4);
  switch (randomBelow(5)) {
    case 0:
      return copy.subarray(0, randomBelow(copy.length));
    case 1:
      for (let change = 0; change <= randomBelow(16); change += 1) copy[randomBelow(header)] = randomBelow(256);
      return copy;
    case 2:
      copy.fill(MAX_CHUNK, randomBelow(header), randomBelow(header) + 4);
      return copy;
    case 3: {
      const from = randomBelow(copy.length);
      const part = copy.subarray(from, from + randomBelow(4_096));
      return Buffer.concat([copy.subarray(0, from), ...Array.from({ length: randomBelow(200) }, () => part), copy]);
    }
    default: {
      const from = randomBelow(header);
      return Buffer.concat([copy.subarray(0, from), copy.subarray(from + randomBelow(64))]);
    }
  }
}

/** Files whose structure is endless, deeply nested, or declares far more data than they contain. */
export async function makeBombs(directory: string, validFiles: ReadonlyMap<string, Buffer>): Promise<HostileFile[]> {
  const getSample = (extension: string): Buffer => validFiles.get(extension) ?? Buffer.alloc(0);
  const covers = { count: 400, size: '1000x1000' };
  const coversPath = await makeMp3WithCovers(samplePath('neutral.mp3'), join(directory, 'covers.mp3'), covers);
  const indexPath = await makeIndexBomb(join(directory, 'index.mp4'), { tracks: 10, samples: 4_000_000 });
  return [
    { name: 'MP4 with nested boxes', content: nestBoxes(getSample('m4a'), 100_000) },
    { name: 'MP4 with millions of samples', content: await readFile(indexPath) },
    { name: '4 GB WAV', content: setLengths(getSample('wav'), ['RIFF', 'data']) },
    { name: 'WAV with a 4 GB format chunk', content: setLengths(getSample('wav'), ['fmt ']) },
    { name: 'endless Ogg', content: addOggPages(getSample('ogg'), 100_000, () => 1) },
    { name: 'Ogg with 20,000 streams', content: addOggPages(getSample('ogg'), 20_000, (page) => page) },
    { name: '256 MB ID3 tag', content: addId3Tag(Buffer.alloc(1_000), getSample('mp3'), Buffer.alloc(4, 0x7f)) },
    { name: 'ID3 tag with 50,000 frames', content: addId3Tag(repeat(makeTextFrame(), 50_000), getSample('mp3')) },
    { name: 'MP3 with 400 covers', content: await readFile(coversPath) },
    { name: 'FLAC with a 16 MB picture', content: addFlacPicture(getSample('flac')) },
    { name: 'WebM with nested elements', content: nestElements(getSample('webm'), 100_000) },
  ];
}

/** Scripts that make ffmpeg open other files and URLs if it treats them as recordings. */
export function makePlaylists(url: string): HostileFile[] {
  return [
    { name: 'HLS', content: `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${url}\n#EXT-X-ENDLIST\n` },
    { name: 'ffconcat', content: `ffconcat version 1.0\nfile '${url}'\n` },
    { name: 'concat', content: `concat:${url}|${url}\n` },
    { name: 'SDP', content: `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 5004 RTP/AVP 0\n` },
    { name: 'DASH', content: `<?xml version="1.0"?><MPD><Period><BaseURL>${url}</BaseURL></Period></MPD>` },
    { name: 'HLS in an ID3 tag', content: `ID3\u0004\0\0\0\0\0\0#EXTM3U\n#EXTINF:10,\n${url}\n` },
  ].map(({ name, content }) => ({ name, content: Buffer.from(content.padEnd(2_000, '\n'), 'latin1') }));
}

function nestBoxes(file: Buffer, depth: number): Buffer {
  const type = file.subarray(0, file.readUInt32BE(0)); // the `ftyp` box
  const boxes = Buffer.alloc(depth * 8);
  for (let level = 0; level < depth; level += 1) {
    boxes.writeUInt32BE((depth - level) * 8, level * 8);
    boxes.write(level === 0 ? 'moov' : 'trak', level * 8 + 4, 'latin1');
  }
  return Buffer.concat([type, boxes, file]);
}

function setLengths(wav: Buffer, chunks: readonly string[]): Buffer {
  const copy = Buffer.from(wav);
  for (const name of chunks) MAX_CHUNK.copy(copy, copy.indexOf(name) + 4);
  return copy;
}

// RFC 3533, section 6: one segment per page, without the end-of-stream flag. Omits checksums.
function addOggPages(file: Buffer, count: number, getSerial: (page: number) => number): Buffer {
  const pages = Array.from({ length: count }, (_, page) => {
    const header = Buffer.alloc(28);
    header.write('OggS', 'latin1');
    header[5] = getSerial(page) === page ? 2 : 0; // the first page of its stream
    header.writeUInt32LE(getSerial(page), 14);
    header.writeUInt32LE(page, 18);
    header[26] = 1;
    return header;
  });
  return Buffer.concat([file.subarray(0, 4_096), ...pages]);
}

function addId3Tag(frames: Buffer, mp3: Buffer, size = encodeSevenBits(frames.length)): Buffer {
  return Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), size, frames, mp3]);
}

function makeTextFrame(): Buffer {
  return Buffer.from('TXXX\0\0\0\x08\0\0\0key\0val', 'latin1');
}

function encodeSevenBits(size: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f));
}

// The stream info block is followed by a picture larger than the file.
function addFlacPicture(flac: Buffer): Buffer {
  return Buffer.concat([flac.subarray(0, 42), Buffer.from([0x06, 0xff, 0xff, 0xff]), flac.subarray(42)]);
}

// RFC 8794: a segment of unknown length, and tags in tags of unknown length.
function nestElements(webm: Buffer, depth: number): Buffer {
  const head = webm.subarray(0, webm.indexOf(Buffer.from([0x18, 0x53, 0x80, 0x67])));
  const unknownLength = Buffer.from([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
  const segment = Buffer.concat([Buffer.from([0x18, 0x53, 0x80, 0x67]), unknownLength]);
  const tag = Buffer.concat([Buffer.from([0x12, 0x54, 0xc3, 0x67]), unknownLength]);
  return Buffer.concat([head, segment, repeat(tag, depth)]);
}

function repeat(part: Buffer, count: number): Buffer {
  return Buffer.concat(Array.from({ length: count }, () => part));
}
