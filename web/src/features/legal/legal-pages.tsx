import type { ReactNode } from 'react';

import { COPY } from '../../lib/copy';
import { useProduct } from '../../lib/product';
import { LegalPage } from './legal-page';
import { privacyText, TEMPLATE_NOTICE, termsText } from './legal-text';

export function PrivacyPage(): ReactNode {
  return <LegalPage title={COPY.legal.privacy} notice={TEMPLATE_NOTICE} sections={privacyText(useProduct())} />;
}

export function TermsPage(): ReactNode {
  return <LegalPage title={COPY.legal.terms} notice={TEMPLATE_NOTICE} sections={termsText(useProduct())} />;
}
