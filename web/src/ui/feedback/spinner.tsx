import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';

// Decorative, because the text next to it describes the activity.
export function Spinner(): ReactNode {
  return <LoaderCircle aria-hidden className="size-4 animate-spin" />;
}
