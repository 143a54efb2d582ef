import { useToner } from './testing/use-toner';

const { expectTonesIn } = useToner();

it.each([
  ['24-bit WAV', 'pcm24.wav', ['-c:a', 'pcm_s24le', '-ar', '44100']],
  ['A-law WAV', 'alaw.wav', ['-c:a', 'pcm_alaw', '-ar', '8000']],
  ['ADPCM in WAV', 'adpcm.wav', ['-c:a', 'adpcm_ms', '-ar', '8000']],
  ['MP3 of varying bit rate', 'vbr.mp3', ['-c:a', 'libmp3lame', '-q:a', '5', '-ar', '44100']],
  ['ALAC in M4A', 'alac.m4a', ['-c:a', 'alac', '-ar', '16000']],
  ['AAC in MP4', 'a.mp4', ['-c:a', 'aac', '-ar', '48000']],
  ['AAC in MOV', 'a.mov', ['-c:a', 'aac', '-ar', '48000']],
  ['bare AAC', 'a.aac', ['-c:a', 'aac', '-ar', '16000']],
  ['Vorbis in OGG', 'vorbis.ogg', ['-c:a', 'libvorbis', '-ar', '16000']],
  ['Speex in OGG', 'speex.ogg', ['-c:a', 'libspeex', '-ar', '16000']],
  ['24-bit FLAC', '24.flac', ['-c:a', 'flac', '-sample_fmt', 's32', '-ar', '44100']],
  ['AAC in Matroska', 'a.mkv', ['-c:a', 'aac', '-ar', '16000']],
])('puts a tone into %s and leaves the rest', async (_name, file, codecArgs) => {
  await expectTonesIn(file, codecArgs);
});
