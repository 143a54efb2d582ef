import axe from 'axe-core';

// Without the rules that need colors or a canvas, and those about landmarks, which come from the layout of the app.
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The violations that axe finds in what is rendered, one per line. */
export async function accessibilityProblems(): Promise<string[]> {
  const { violations } = await axe.run(document.body, {
    runOnly: TAGS,
    resultTypes: ['violations'],
    rules: { 'color-contrast': { enabled: false }, 'label-content-name-mismatch': { enabled: false } },
  });
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id} (${help}): ${html}`));
}
