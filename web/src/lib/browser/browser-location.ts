/** Native browser navigation, wrapped so that tests can mock it. */
export const browserLocation = {
  assign: (url: string): void => window.location.assign(url),
  reload: (): void => window.location.reload(),
  page: (): string => window.location.pathname + window.location.search + window.location.hash,
  origin: (): string => window.location.origin,
  download: (url: string): void => {
    const link = document.createElement('a');
    link.href = url;
    link.download = '';
    link.click();
  },
};
