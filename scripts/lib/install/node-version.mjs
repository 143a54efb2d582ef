// Imported first by every command: an older Node.js gets one sentence instead of a stack trace. Checks on import.

const [MINIMUM_MAJOR, MINIMUM_MINOR] = [20, 19];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < MINIMUM_MAJOR || (major === MINIMUM_MAJOR && minor < MINIMUM_MINOR)) {
  console.error(
    `Ringwell needs Node.js ${MINIMUM_MAJOR}.${MINIMUM_MINOR} or newer, and this is Node.js ${process.versions.node}: ` +
      'install a newer version from https://nodejs.org, then try again.',
  );
  process.exit(1);
}
