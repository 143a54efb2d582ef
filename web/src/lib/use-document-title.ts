import { useEffect } from 'react';

import { useProduct } from './product';

// Sets the title of the browser tab: "User Management · Ringwell".
export function useDocumentTitle(title: string): void {
  const { name } = useProduct();
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
}
