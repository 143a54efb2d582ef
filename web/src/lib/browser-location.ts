/** The browser's own navigation, in one place that tests can watch. */
export const browserLocation = {
  /** Leaves the app for another page, such as the API's sign-in. */
  assign: (url: string): void => window.location.assign(url),
  reload: (): void => window.location.reload(),
  origin: (): string => window.location.origin,
};
