/** Outlines what a reader sees in an HTML email: one line per element, with its links and the class that colors it. */
export function outlineEmail(html: string): string {
  const withMarkers = html
    .replace(/<style>[^]*?<\/style>/g, '')
    .replace(/<a [^>]*href="([^"]*)"[^>]*>([^]*?)<\/a>/g, '[$2]($1)')
    .replace(/<\w+ class="\w+ ([\w-]+)"[^>]*>/g, '\n$1: ')
    .replace(/<\/th>/g, ': ')
    .replace(/<\/(?:p|td|tr|li|h1|h2|div|span|title)>|<br>/g, '\n');
  const lines = extractText(withMarkers, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^[\w-]+:$/.test(line));
  return `\n${lines.join('\n')}\n`;
}

/** Returns an email's text, with `separator` in place of tags. */
export function extractText(html: string, separator = ' '): string {
  return html
    .replace(/<(style|title)>[^]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, separator)
    .replace(/&#847;|&zwnj;|&nbsp;/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
}
