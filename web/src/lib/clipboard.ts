/** Copies text. False when the browser refused or has no clipboard, as on a page without https. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // the caller shows what to do instead
  }
}
