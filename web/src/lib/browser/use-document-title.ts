import { useEffect } from 'react';

import { useProduct } from '../product';
import { Store } from '../store';

/** Page title taken from the content, such as a customer's name, instead of the page type. */
export const pageTitle = new Store<string | null>(null);

/** Names the page after its content while the component is mounted. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    pageTitle.set(title);
    return () => pageTitle.set(null);
  }, [title]);
}

// Sets the title of the browser tab: "User Management · Ringwell".
export function useDocumentTitle(title: string): void {
  const { name } = useProduct();
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
}
