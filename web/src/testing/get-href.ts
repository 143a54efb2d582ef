import { screen } from '@testing-library/react';

/** The URL of the link with an accessible name, on the page or in a part of it. */
export function getHref(name: string | RegExp, part: Pick<typeof screen, 'getByRole'> = screen): string | null {
  return part.getByRole('link', { name }).getAttribute('href');
}
