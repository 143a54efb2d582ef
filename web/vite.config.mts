import { fileURLToPath } from 'node:url';

import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

import type { Product } from './src/lib/product';

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// Values for the placeholders that the API fills in for built pages.
const DEVELOPMENT_VALUES = {
  PRODUCT_NAME: 'Ringwell',
  SUPPORT_EMAIL: 'support@ringwell.local',
  SUPPORT_PHONE: '(555) 010-0199',
  PRIVACY_URL: '/privacy',
  TERMS_URL: '/terms',
};

// Fills in the placeholders in index.html during development, as the API does in built pages.
function fillPlaceholders(): Plugin {
  const values: Record<string, string> = {
    ...DEVELOPMENT_VALUES,
    SESSION: 'unknown',
    PRODUCT_JSON: JSON.stringify({
      name: DEVELOPMENT_VALUES.PRODUCT_NAME,
      supportEmail: DEVELOPMENT_VALUES.SUPPORT_EMAIL,
      supportPhone: DEVELOPMENT_VALUES.SUPPORT_PHONE,
      privacyUrl: DEVELOPMENT_VALUES.PRIVACY_URL,
      termsUrl: DEVELOPMENT_VALUES.TERMS_URL,
      passwordMinLength: 6,
      legal: {
        name: null,
        address: null,
        state: null,
        recordingDays: null,
        transcriptDays: null,
        activityDays: null,
        securityDays: null,
        messageDays: null,
        contactDays: null,
      },
    } satisfies Product),
  };
  return {
    name: 'ringwell:fill-placeholders',
    apply: 'serve',
    transformIndexHtml: (html) => html.replace(/%([A-Z_]+)%/g, (found, name: string) => values[name] ?? found),
  };
}

// Icons for one part of the app, loaded with that part instead of with the shared icons.
function iconsOf(part: string, icons: string): { name: string; minShareCount: number; test: RegExp } {
  return { name: `${part}-icons`, minShareCount: 2, test: new RegExp(`lucide-react/dist/esm/icons/(${icons})\\.`) };
}

// Modules bundled into one file; earlier groups take precedence. Each file costs a round trip, with at most six
// requests at a time, so modules that load together are bundled together. All other modules are split by importer.
const CHUNKS = [
  { name: 'app', tags: ['$initial' as const] },
  iconsOf(
    'call',
    'arrow-.+|bell-off|clipboard-check|headphones|pause|phone-off|printer|refresh-cw|rotate-c?cw|share-2',
  ),
  iconsOf(
    'follow-ups',
    'alarm-clock|hand|handshake|message-square-plus|moon|party-popper|undo-2|user-round(-x)?|voicemail',
  ),
  iconsOf('recording', 'audio-lines|file-headphone|info|lock|upload'),
  iconsOf('settings', 'circle-(dashed|pause)|gauge|message-square|messages-square'),
  iconsOf('users', 'circle-(arrow-up|minus)|ellipsis|log-in|shield-plus|trash|user-plus'),
  {
    name: 'call-parts', // on the landing page, too
    test: /libs\/domain\/calls\/(call-label|sentiment)\.|web\/src\/(features\/calls\/components\/(sentiment-track|speakers|transcript-lines|waveform)|ui\/data\/label-pill)\.|lucide-react\/dist\/esm\/icons\/(check|circle-question-mark|ear|face-(neutral|slightly-.+)|play)\./,
  },
  {
    name: 'components',
    minShareCount: 2, // modules used by a single page load with that page
    test: /lucide-react\/dist\/esm\/icons\/|web\/src\/ui\/(buttons\/icon-button|feedback\/(load-placeholder|new-items-announcement)|data\/(avatar|badge|meter|stat-card|steady-list))\./,
  },
  {
    name: 'overlays',
    test: /node_modules\/@radix-ui\/(primitive|react-(compose-refs|context|dismissable-layer|id|portal|presence|primitive|slot|use-|visually-hidden))/,
  },
  { name: 'popper', test: /node_modules\/(@floating-ui|@radix-ui\/react-(arrow|popper))/ },
  {
    name: 'shell-parts',
    test: /libs\/domain\/(billing\/plans|channels\/.+|calls\/engine-.+|deliveries\/delivery)\.|web\/src\/(ui\/(overlays\/(dialog-button|lazy-menu|tooltip(-button)?)|feedback\/progress)|lib\/[\w-]+\/(api|chosen-plan|follow-up-counts-query|my-settings-query|show-time-zone|stored-flag|use-filters|use-media-query|use-now|shortcuts|subscribe-dialog|undelivered|undelivered-query))\./,
  },
  {
    name: 'admin-parts',
    test: /libs\/domain\/accounts\/activity\.|web\/src\/(ui\/(data\/model-downloads|layout\/checklist-step)|features\/users\/components\/user-call|lib\/queries\/system-usage-query)\./,
  },
  {
    name: 'call-rows',
    test: /web\/src\/(features\/calls\/(api|call-party|call-state|components\/(call-row|call-state-pill|new-calls-announcement|no-calls))|lib\/[\w-]+\/(accuracy-query|call-review))\./,
  },
];

export default defineConfig(({ isSsrBuild }) => ({
  root: folder('.'),
  plugins: [tailwindcss(), fillPlaceholders()],
  resolve: {
    alias: {
      '@ringwell/domain': folder('../libs/domain'),
      'react-style-singleton': folder('./src/ui/overlays/style-singleton.ts'),
    },
  },
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    outDir: folder('./dist'),
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0, // the content security policy forbids data: fonts, and files are cached indefinitely
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    // Packages contain "use client" directives, which don't apply here.
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
