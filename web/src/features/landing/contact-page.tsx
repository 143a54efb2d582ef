import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';

import { PLAN_NAMES } from '@ringwell/domain/billing/plans';

import { readPlan } from '../../lib/billing/chosen-plan';
import { COPY } from '../../lib/copy';
import { displayName } from '../../lib/format/format';
import { useProduct } from '../../lib/product';
import { useSession } from '../../lib/session/session';
import { CenteredPage } from '../../ui/layout/centered-page';
import { ContactForm } from './contact-form';

// The contact form for signed-in users, and for links from pages other than the landing page.
export function ContactPage(): ReactNode {
  const { name } = useProduct();
  const session = useSession();
  const [search] = useSearchParams();
  const plan = readPlan(search);
  const sender = 'user' in session ? session.user : undefined;
  return (
    <CenteredPage>
      <div className="w-full max-w-[44rem] rounded-card border bg-surface p-6 shadow-raised md:p-8">
        <h1 tabIndex={-1} className="text-h2 tracking-tight">
          {COPY.contact}
        </h1>
        <p className="mt-2 mb-7 text-body text-fg-muted">A real person will reply by email.</p>
        {session.state !== 'loading' && (
          <ContactForm
            initialValues={{
              name: sender ? displayName(sender) : '',
              email: sender?.email ?? '',
              company: sender?.company ?? '',
              message: plan ? `I'd like to subscribe to the ${name} ${PLAN_NAMES[plan]} plan.` : '',
            }}
          />
        )}
      </div>
    </CenteredPage>
  );
}
