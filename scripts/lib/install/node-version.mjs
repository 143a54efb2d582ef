// Imported first by every command: an older Node.js gets one sentence instead of a stack trace. Checks on import.

const [MINIMUM_MAJOR, MINIMUM_MINOR] = [20, 19];
const version = process.versions.node;
const [major = 0, minor = 0] = version.split('.').map(Number);

if (major < MINIMUM_MAJOR || (major === MINIMUM_MAJOR && minor < MINIMUM_MINOR)) {
  console.error(
    `Ringwell needs Node.js ${MINIMUM_MAJOR}.${MINIMUM_MINOR} or newer, and this is Node.js ${version}: ` +
      'install a newer version from https://nodejs.org, then try again.',
  );
  process.exit(1);
}
