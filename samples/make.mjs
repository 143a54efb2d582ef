// node samples/make.mjs: speaks the calls of transcripts.jsonl and writes the recordings of this folder. Needs flite and
// ffmpeg (apt-get install flite ffmpeg).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const SAMPLE_RATE = 16_000;
const PAUSE_SECONDS = 0.35;
const PEAK = 18_000;

// Voices that the basic recognizer understands best. On the bad line, they are swapped.
const VOICES = { agent: 'slt', customer: 'rms' };
const BAD_LINE_VOICES = { agent: 'rms', customer: 'slt' };

// A weak cell phone: GSM over a telephone band, one packet of 40 ms in eight lost, and noise.
const BAD_LINE = [
  'highpass=f=300,lowpass=f=3000',
  "volume='if(lt(mod(t*7.3+floor(t/0.04)*0.618,1),0.125),0,1)':eval=frame",
].join(',');

/** @typedef {{ file: string, turns: { speaker: 'agent' | 'customer', text: string }[] }} Call */

const temporary = mkdtempSync(join(tmpdir(), 'ringwell-samples-'));
try {
  for (const line of readFileSync(join(FOLDER, 'transcripts.jsonl'), 'utf8').trim().split('\n')) make(JSON.parse(line));
} finally {
  rmSync(temporary, { recursive: true });
}

/** @param {Call} call */
function make(call) {
  const spoken = join(temporary, 'call.wav');
  if (call.file === 'bad-line.wav') {
    writeStereo(spoken, call, BAD_LINE_VOICES);
    degrade(spoken, join(FOLDER, call.file));
    return;
  }
  writeStereo(spoken, call, VOICES);
  const encoding = { 'positive.wav': [], 'neutral.mp3': ['-b:a', '48k'], 'negative.m4a': ['-b:a', '64k'] }[call.file];
  ffmpeg(['-i', spoken, ...(encoding ?? []), join(FOLDER, call.file)]);
}

/** @param {string} from @param {string} to */
function degrade(from, to) {
  const gsm = [0, 1].map((channel) => {
    const path = join(temporary, `${channel}.gsm`);
    ffmpeg(['-i', from, '-af', `pan=mono|c0=c${channel},${BAD_LINE}`, '-ar', '8000', '-c:a', 'libgsm', path]);
    return path;
  });
  const noise = [0, 1].flatMap((seed) => ['-f', 'lavfi', '-i', `anoisesrc=r=8000:a=0.03:c=pink:seed=${seed}`]);
  const mix =
    '[0][2]amix=duration=first:normalize=0[l];[1][3]amix=duration=first:normalize=0[r];[l][r]join=channel_layout=stereo';
  const inputs = gsm.flatMap((path) => ['-f', 'gsm', '-i', path]);
  ffmpeg([...inputs, ...noise, '-filter_complex', mix, '-c:a', 'pcm_mulaw', to]);
}

/**
 * The agent on the left channel, the customer on the right.
 * @param {string} path @param {Call} call @param {{ agent: string, customer: string }} voices
 */
function writeStereo(path, { turns }, voices) {
  let position = SAMPLE_RATE / 2;
  const spoken = turns.map(({ speaker, text }) => {
    const samples = speak(voices[speaker], text);
    const turn = { position, samples, channel: speaker === 'agent' ? 0 : 1 };
    position += samples.length + Math.round(PAUSE_SECONDS * SAMPLE_RATE);
    return turn;
  });
  const stereo = new Int16Array((position + SAMPLE_RATE / 4) * 2);
  for (const turn of spoken)
    for (const [at, sample] of turn.samples.entries()) stereo[(turn.position + at) * 2 + turn.channel] = sample;
  const raw = join(temporary, 'call.raw');
  writeFileSync(raw, stereo);
  ffmpeg(['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '2', '-i', raw, path]);
}

/** @param {string} voice @param {string} text @returns {Int16Array} at 16 kHz, all turns equally loud */
function speak(voice, text) {
  const path = join(temporary, 'turn.wav');
  execFileSync('flite', ['-voice', voice, '-t', text, '-o', path]);
  const wav = readFileSync(path);
  const samples = new Int16Array(Uint8Array.from(wav.subarray(wav.indexOf('data') + 8)).buffer);
  const gain = PEAK / samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
  return samples.map((sample) => Math.round(sample * gain));
}

/** @param {string[]} args */
function ffmpeg(args) {
  execFileSync('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args]);
}
