import { fileURLToPath } from 'node:url';

import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** What the API writes into the built pages; the development server writes these. */
const DEVELOPMENT_VALUES: Record<string, string> = {
  PRODUCT_NAME: 'Ringwell',
  SUPPORT_EMAIL: 'support@ringwell.local',
  SUPPORT_PHONE: '(555) 010-0199',
  PRIVACY_URL: '#contact',
  TERMS_URL: '#contact',
};

/** Fills the placeholders of index.html while developing, as the API does with the built pages. */
function fillPlaceholders(): Plugin {
  const { PRODUCT_NAME, SUPPORT_EMAIL, SUPPORT_PHONE, PRIVACY_URL, TERMS_URL } = DEVELOPMENT_VALUES;
  const values: Record<string, string> = {
    ...DEVELOPMENT_VALUES,
    SESSION: 'unknown',
    PRODUCT_JSON: JSON.stringify({
      name: PRODUCT_NAME,
      supportEmail: SUPPORT_EMAIL,
      supportPhone: SUPPORT_PHONE,
      privacyUrl: PRIVACY_URL,
      termsUrl: TERMS_URL,
    }),
  };
  return {
    name: 'ringwell:fill-placeholders',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html.replace(/%([A-Z_]+)%/g, (placeholder, name: string) => values[name] ?? placeholder),
  };
}

/**
 * Modules that go into one file, in the order in which groups choose. Every file costs a phone a round trip, and six travel at a
 * time: what starts together is put together. What is in no group is split by who imports it.
 */
const CHUNKS = [
  { name: 'app', tags: ['$initial' as const] },
  {
    name: 'look',
    test: /lucide-react\/dist\/esm\/icons\/|web\/src\/ui\/(buttons\/icon-button|data\/(avatar|badge|sentiment-pill|stat-card))\./,
  },
  {
    name: 'layers',
    test: /node_modules\/@radix-ui\/(primitive|react-(compose-refs|context|dismissable-layer|id|portal|presence|primitive|slot|use-|visually-hidden))/,
  },
  {
    name: 'frame',
    test: /node_modules\/(@floating-ui|@radix-ui\/react-(arrow|popper|tooltip))|web\/src\/(ui\/overlays\/tooltip|lib\/(billing\/api|cookies|use-media-query|shortcuts|subscribe-dialog|system-usage))\./,
  },
];

export default defineConfig(({ isSsrBuild }) => ({
  root: folder('.'),
  plugins: [tailwindcss(), fillPlaceholders()],
  resolve: { alias: { '@ringwell/domain': folder('../libs/domain') } },
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    outDir: folder('./dist'),
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0, // the content security policy allows no data: fonts, and files are cached for ever
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    // Packages mark their files as "use client", which means nothing here.
    rolldownOptions: {
      onwarn: (warning, warn) => {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
      ...(!isSsrBuild && { output: { codeSplitting: { groups: CHUNKS } } }),
    },
  },
  ssr: { noExternal: true },
  server: { proxy: { '/api': 'http://localhost:3000' }, fs: { allow: [folder('..')] } },
}));
