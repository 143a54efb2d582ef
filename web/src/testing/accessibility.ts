import axe from 'axe-core';

// Excludes rules that need colors or a canvas, and landmark rules, because landmarks come from the app's layout.
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Returns axe violations in the rendered content, one per line. */
export async function findAccessibilityProblems(): Promise<string[]> {
  const { violations } = await axe.run(document.body, {
    runOnly: TAGS,
    resultTypes: ['violations'],
    rules: { 'color-contrast': { enabled: false }, 'label-content-name-mismatch': { enabled: false } },
  });
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id} (${help}): ${html}`));
}
