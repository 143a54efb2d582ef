const BOUNDARY = 'ringwell-bench-boundary';
const WAV_HEADER_BYTES = 44;

export function makeUploadForm(bytes: number): { type: string; body: Buffer } {
  const head =
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="audio"; filename="call.wav"\r\n` +
    'content-type: audio/wav\r\n\r\n';
  return {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    body: Buffer.concat([Buffer.from(head), makeSilentWav(bytes), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  };
}

function makeSilentWav(bytes: number): Buffer {
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
