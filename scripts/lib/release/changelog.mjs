// The sections of CHANGELOG.md: "Unreleased", and one per version.

const UNRELEASED = '## Unreleased\n';
const NEXT_SECTION = /^## /m;

/** @param {string} changelog @returns {string} the unreleased notes without their heading; may be empty */
export function getUnreleasedNotes(changelog) {
  const [, textAfterHeading = ''] = changelog.split(UNRELEASED);
  return (textAfterHeading.split(NEXT_SECTION)[0] ?? '').trim();
}

/**
 * @param {string} changelog @param {string} version @param {Date} date
 * @returns {string} the changelog with the unreleased notes moved under the version
 */
export function addVersion(changelog, version, date) {
  const heading = `## ${version} (${date.toISOString().slice(0, 10)})\n`;
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n${heading}`);
}
