import { makeWav } from './intake-client';

export function createDemoForm(file: Buffer = makeWav(9_000), type = 'audio/wav'): FormData {
  const form = new FormData();
  form.set('audio', new Blob([new Uint8Array(file)], { type }), 'call.wav');
  return form;
}
