import { useEffect } from 'react';

/**
 * Replaces the `react-style-singleton` package (aliased in `vite.config.mts`), which Radix uses to keep the page behind
 * a dialog from scrolling. The package adds a `<style>` element, which the content security policy forbids.
 * @returns a component whose styles apply while it is mounted; if there are several, only the first one's apply
 */
export function styleSingleton(): (props: { styles: string }) => null {
  let mountCount = 0;
  let sheet: CSSStyleSheet | undefined;

  function addStyles(styles: string): void {
    mountCount += 1;
    if (sheet) return;
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets.push(sheet);
  }

  function removeStyles(): void {
    mountCount -= 1;
    if (mountCount > 0) return;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adoptedSheet) => adoptedSheet !== sheet);
    sheet = undefined;
  }

  return function Style({ styles }) {
    useEffect(() => {
      addStyles(styles);
      return removeStyles;
    }, [styles]);
    return null;
  };
}
