import { within } from '@testing-library/react';

/** The texts of a container's elements with a role. */
export function getTexts(container: HTMLElement, role: string): string[] {
  return within(container)
    .getAllByRole(role)
    .map(({ textContent }) => textContent);
}
