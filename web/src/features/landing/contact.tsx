import { Mail, Phone } from 'lucide-react';
import type { ReactNode } from 'react';

import { useProduct } from '../../lib/product';
import { lazyArea } from '../../ui/lazy-part';
import { Section } from './section';

const ContactForm = lazyArea(
  async () => (await import('./contact-form')).ContactForm,
  <div className="min-h-[34rem]" />,
);

const LINK_CLASSES =
  'flex items-center gap-3 rounded-control text-prose font-semibold underline decoration-border-strong underline-offset-4 hover:decoration-current';

export function Contact(): ReactNode {
  const { supportEmail, supportPhone } = useProduct();
  return (
    <Section
      id="contact"
      heading="Talk to us"
      intro="Have a question, or a call you'd like us to look at? A real person will reply."
      className="border-t bg-surface"
    >
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[1.7fr_1fr]">
        <ContactForm />
        <address className="grid content-start gap-4 border-border not-italic max-lg:border-t max-lg:pt-8 lg:border-l lg:pl-12">
          <a href={`tel:${supportPhone}`} className={LINK_CLASSES}>
            <Phone aria-hidden className="size-4.5 shrink-0 text-fg-subtle" />
            {supportPhone}
          </a>
          <a href={`mailto:${supportEmail}`} className={LINK_CLASSES}>
            <Mail aria-hidden className="size-4.5 shrink-0 text-fg-subtle" />
            <span className="min-w-0 break-words">{supportEmail}</span>
          </a>
        </address>
      </div>
    </Section>
  );
}
