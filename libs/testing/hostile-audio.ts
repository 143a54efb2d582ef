import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Writes an MP3 that contains the same cover image several times: a single-color PNG, a few kilobytes that decompress
 * to gigabytes.
 * @param size the image size, such as `16000x16000`
 */
export async function makeMp3WithCovers(
  source: string,
  path: string,
  { count, size }: { count: number; size: string },
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ringwell-cover-'));
  const [coverImage, plainAudio] = [join(folder, 'cover.png'), join(folder, 'bare.mp3')];
  try {
    const ffmpegOptions = ['-nostdin', '-v', 'error', '-y'];
    await run('ffmpeg', [...ffmpegOptions, '-f', 'lavfi', '-i', `color=c=red:s=${size}`, '-frames:v', '1', coverImage]);
    await run('ffmpeg', [
      ...ffmpegOptions,
      '-i',
      source,
      '-map',
      '0:a',
      '-c',
      'copy',
      '-id3v2_version',
      '0',
      '-write_xing',
      '0',
      plainAudio,
    ]);
    const picture = Buffer.concat([Buffer.from('\0image/png\0\x03\0', 'latin1'), await readFile(coverImage)]);
    const frame = Buffer.concat([Buffer.from('APIC'), uint32(picture.length), Buffer.alloc(2), picture]);
    const header = Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), encodeSevenBits(frame.length * count)]);
    await writeFile(
      path,
      Buffer.concat([header, ...Array.from({ length: count }, () => frame), await readFile(plainAudio)]),
    );
    return path;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Writes a 100 kB MP4 whose tables declare millions of one-byte samples for every track (ISO 14496-12, `stsz` and
 * `stsc`). A reader that builds the index needs 24 bytes for each.
 */
export async function makeIndexBomb(
  path: string,
  { tracks, samples }: { tracks: number; samples: number },
): Promise<string> {
  const type = buildBox('ftyp', Buffer.from('isom\0\0\x02\0isomiso2mp41', 'latin1'));
  const data = buildBox('mdat', Buffer.alloc(100_000));
  const buildTrack = (id: number): Buffer => {
    const sound = buildBox(
      'mp4a',
      Buffer.alloc(6),
      uint16(1),
      Buffer.alloc(8),
      uint16(1, 16, 0, 0),
      uint32(8_000 * 65_536),
    );
    const tables = buildBox(
      'stbl',
      buildBox('stsd', uint32(0, 1), sound),
      buildBox('stts', uint32(0, 1, samples, 2)),
      buildBox('stsc', uint32(0, 1, 1, samples, 1)),
      buildBox('stsz', uint32(0, 1, samples)),
      buildBox('stco', uint32(0, 1, type.length + 8)),
    );
    const handler = buildBox('hdlr', uint32(0, 0), Buffer.from('soun'), Buffer.alloc(13));
    const media = buildBox(
      'mdia',
      buildBox('mdhd', uint32(0, 0, 0, 8_000, samples * 2), uint16(0x55c4, 0)),
      handler,
      buildBox('minf', buildBox('smhd', Buffer.alloc(8)), tables),
    );
    return buildBox(
      'trak',
      buildBox('tkhd', uint32(3, 0, 0, id, 0, samples), Buffer.alloc(16), MATRIX, Buffer.alloc(8)),
      media,
    );
  };
  const header = buildBox(
    'mvhd',
    uint32(0, 0, 0, 1_000, 1_000, 0x10000),
    uint16(0x100),
    Buffer.alloc(10),
    MATRIX,
    Buffer.alloc(24),
    uint32(tracks + 1),
  );
  await writeFile(
    path,
    Buffer.concat([
      type,
      data,
      buildBox('moov', header, ...Array.from({ length: tracks }, (_, i) => buildTrack(i + 1))),
    ]),
  );
  return path;
}

const MATRIX = uint32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

function buildBox(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([uint32(body.length + 8), Buffer.from(type), body]);
}

function uint32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
  return bytes;
}

function uint16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => bytes.writeUInt16BE(value, index * 2));
  return bytes;
}

// ID3v2 stores sizes using seven bits per byte.
function encodeSevenBits(value: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (value >> shift) & 127));
}
