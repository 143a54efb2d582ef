// Imported first by every command: an older Node gets one sentence instead of a stack trace. Checks on import.

const MINIMUM = [20, 19];
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < MINIMUM[0] || (major === MINIMUM[0] && minor < MINIMUM[1])) {
  console.error(
    `Ringwell needs Node ${MINIMUM.join('.')} or newer, and this is Node ${process.versions.node}: install a newer one from https://nodejs.org and run the command again.`,
  );
  process.exit(1);
}
