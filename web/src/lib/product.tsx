import { createContext, useContext, type ReactNode } from 'react';

import { MIN_PASSWORD_LENGTH } from '@ringwell/domain/accounts/account-limits';

export interface Product {
  name: string;
  supportEmail: string;
  supportPhone: string;
  privacyUrl: string;
  termsUrl: string;
  /** Minimum length of new passwords, in characters. */
  passwordMinLength: number;
  legal: LegalDetails;
}

/** The operator's details for the legal pages; `null` if unset. */
export interface LegalDetails {
  /** The company that provides the product. */
  name: string | null;
  address: string | null;
  /** State whose law governs the terms. */
  state: string | null;
  /** How many days each kind of data is kept; `null` for no limit. */
  recordingDays: number | null;
  transcriptDays: number | null;
  activityDays: number | null;
  securityDays: number | null;
  messageDays: number | null;
  contactDays: number | null;
}

export const NO_LEGAL_DETAILS: LegalDetails = {
  name: null,
  address: null,
  state: null,
  recordingDays: null,
  transcriptDays: null,
  activityDays: null,
  securityDays: null,
  messageDays: null,
  contactDays: null,
};

/** Written into the pages at build time. The API replaces them with its settings. */
export const PRODUCT_PLACEHOLDERS: Product = {
  name: '%PRODUCT_NAME%',
  supportEmail: '%SUPPORT_EMAIL%',
  supportPhone: '%SUPPORT_PHONE%',
  privacyUrl: '%PRIVACY_URL%',
  termsUrl: '%TERMS_URL%',
  passwordMinLength: MIN_PASSWORD_LENGTH,
  legal: NO_LEGAL_DETAILS,
};

const ProductContext = createContext<Product>(PRODUCT_PLACEHOLDERS);

export function readProduct(page: Document): Product {
  const block = page.getElementById('product')?.textContent;
  if (!block) throw new Error('The page has no product block. Serve it through the API or the development server.');
  return JSON.parse(block) as Product;
}

export function ProductProvider({ product, children }: { product: Product; children: ReactNode }): ReactNode {
  return <ProductContext value={product}>{children}</ProductContext>;
}

export function useProduct(): Product {
  return useContext(ProductContext);
}
