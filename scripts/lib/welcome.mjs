// What a person reads once the system is ready.
import { DATA, shown } from './paths.mjs';
import { BUILT_IN_RECOGNISER, RECOGNISER_ADVICE } from './recogniser-advice.mjs';
import { bold, dim, green, say } from './terminal.mjs';

/**
 * @param {object} ready
 * @param {string} ready.url
 * @param {import('./readiness.mjs').Health} ready.health
 * @param {{ email: string, password?: string | null, shown?: boolean }} ready.administrator marked as shown
 * @param {string} [ready.place] where the embedded databases keep their files
 * @param {string} took
 */
export function showWelcome({ url, health, administrator, place }, took) {
  const { transcription, analysis } = health.engines;
  const address = process.env.PUBLIC_URL?.replace(/\/+$/, '') ?? url; // what people open, a proxy's address where there is one
  const line = (title, text) => say(`  ${title.padEnd(15)} ${text}`);
  say();
  say(`${green('Ready')} after ${took}.`);
  say();
  line('Address', bold(address));
  line('Sign in', `${address}/api/login`);
  line(
    'Administrator',
    administrator.password
      ? `${bold(administrator.email)}  password ${bold(administrator.password)}  ${dim('(shown only this once)')}`
      : administrator.email,
  );
  line('Engines', `transcription: ${transcription.join(', ')}; analysis: ${analysis.join(', ')}`);
  if (transcription.includes(BUILT_IN_RECOGNISER)) line('', dim(RECOGNISER_ADVICE));
  line('Data and logs', [...new Set([shown(DATA), ...(place ? [shown(place)] : [])])].join(' and '));
  line('Try it', bold('npm run sample -- samples/positive.wav'));
  line('Stop', 'Ctrl+C');
  say();
  administrator.shown = true;
}
