/** Navigation of the browser itself, in one object that tests can mock. */
export const browserLocation = {
  /** Leaves the app, such as for the API's sign-in page. */
  assign: (url: string): void => window.location.assign(url),
  reload: (): void => window.location.reload(),
  origin: (): string => window.location.origin,
};
