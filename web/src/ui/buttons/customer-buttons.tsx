import { MessageSquare, PhoneCall } from 'lucide-react';
import type { ReactNode } from 'react';

import { ButtonLink } from './button';

/** Buttons that call or text a customer. Renders nothing without a touch screen or a number. */
export function CustomerButtons({ phone }: { phone: string | null }): ReactNode {
  if (phone === null) return null;
  return (
    <p className="grid grid-cols-2 gap-2 not-pointer-coarse:hidden print:hidden">
      <ButtonLink href={`tel:${phone}`}>
        <PhoneCall aria-hidden />
        Call
      </ButtonLink>
      <ButtonLink href={`sms:${phone}`} variant="outline">
        <MessageSquare aria-hidden />
        Text
      </ButtonLink>
    </p>
  );
}
