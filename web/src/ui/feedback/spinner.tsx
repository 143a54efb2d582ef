import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';

/** Decoration beside words that say what is going on. */
export function Spinner(): ReactNode {
  return <LoaderCircle aria-hidden className="size-4 animate-spin" />;
}
