import { useEffect } from 'react';

import { useProduct } from './product';

/** Names the browser's tab: "User Management · Ringwell". */
export function useDocumentTitle(title: string): void {
  const { name } = useProduct();
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
}
