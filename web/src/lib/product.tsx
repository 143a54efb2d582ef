import { createContext, useContext, type ReactNode } from 'react';

export interface Product {
  name: string;
  supportEmail: string;
  supportPhone: string;
  privacyUrl: string;
  termsUrl: string;
}

/** Written into the pages at build time; the API replaces them with its settings. */
export const PRODUCT_PLACEHOLDERS: Product = {
  name: '%PRODUCT_NAME%',
  supportEmail: '%SUPPORT_EMAIL%',
  supportPhone: '%SUPPORT_PHONE%',
  privacyUrl: '%PRIVACY_URL%',
  termsUrl: '%TERMS_URL%',
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
